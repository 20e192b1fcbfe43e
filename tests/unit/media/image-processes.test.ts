import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';

test('an image process keeps its compiled modules for the next one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cuvee-compile-cache-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  vi.stubEnv('NODE_COMPILE_CACHE', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  // The processes of earlier tests have another folder.
  vi.resetModules();
  const { inspectMedia } = await import('#server/api/media/inspect-media.ts');
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
  expect(await inspectMedia('logo.svg', Buffer.from(drawing), 40)).toMatchObject({ width: 9, height: 9 });
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(10);
});
