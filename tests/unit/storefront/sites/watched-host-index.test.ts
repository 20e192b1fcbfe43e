import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FollowingHostIndex } from '#server/storefront/sites/host-index.ts';
import { createWatchedHostIndex } from '#server/storefront/sites/watched-host-index.ts';
import { createSiteConfig, writeSiteConfig } from '#tests/support/servers/storefront-fixture.ts';

let dir: string;
let index: FollowingHostIndex;
const imported = (id: number) => ({ id, hosting: null, listed: null });
const findFolder = () => index.hosts.find('shared.example')?.folder;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'cuvee-host-index-'));
  writeSiteConfig(dir, 'aaa', createSiteConfig(1, 'shared.example'));
  writeSiteConfig(dir, 'bbb', createSiteConfig(2, 'shared.example'));
  index = createWatchedHostIndex(
    { sitesDir: dir, hasLocalNames: false },
    { onSiteChanged: () => {}, log: pino({ enabled: false }) },
  );
});
afterEach(() => {
  index.stop();
  rmSync(dir, { recursive: true });
});

describe('createWatchedHostIndex', () => {
  it('gives a host to the imported one of two sites, although no site has edited hosts', () => {
    expect(findFolder()).toBe('aaa');
    index.setSites([imported(2)]);
    expect(findFolder()).toBe('bbb');
  });

  it('gives a host to the site that is imported first while the stream of changes is open', () => {
    index.setSites([imported(7)]);
    expect(findFolder()).toBe('aaa');
    index.addImportedSite(2);
    expect(findFolder()).toBe('bbb');
    index.addImportedSite(1);
    expect(findFolder()).toBe('bbb');
  });
});
