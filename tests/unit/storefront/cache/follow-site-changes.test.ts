import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ApiClient, createApiClient } from '#server/storefront/api/api-client.ts';
import {
  followSiteChanges,
  parseServerSentEvents,
  type SiteChangeFollower,
} from '#server/storefront/cache/follow-site-changes.ts';
import { SiteGenerations } from '#server/storefront/cache/site-generations.ts';
import { type FakeApi, startFakeApi } from '#tests/support/servers/fake-api.ts';

let api: FakeApi;
let client: ApiClient;
let generations: SiteGenerations;
let changes: SiteChangeFollower;
let addedSites: number[];

beforeEach(async () => {
  api = await startFakeApi();
  client = createApiClient(api.origin, 'secret');
  generations = new SiteGenerations();
  addedSites = [];
  const receiver = {
    needsList: false,
    setSites: () => {},
    setSite: () => {},
    addImportedSite: (id: number) => addedSites.push(id),
  };
  changes = followSiteChanges(client, generations, pino({ level: 'silent' }), receiver);
  await expect.poll(() => changes.isConnected).toBe(true);
});
afterEach(async () => {
  await changes.stop();
  await client.close();
  await api.stop();
});
const generation = (site: number) => generations.get(site).generation;

describe('followSiteChanges', () => {
  test('raises the generation of the changed site only', async () => {
    const [before, otherBefore] = [generation(40), generation(41)];
    api.publishChange(40);
    await expect.poll(() => generation(40)).toBe(before + 1);
    expect(generation(41)).toBe(otherBefore);
  });

  test('reports a site as imported from its first change', async () => {
    expect(changes.isImported(40)).toBe(true);
    expect(changes.isImported(77)).toBe(false);
    for (const site of [40, 77, 77]) await api.publishChange(site);
    await expect.poll(() => changes.isImported(77)).toBe(true);
    expect(addedSites).toEqual([77]);
  });

  test('catches up with changes after a reconnect', async () => {
    const [before, otherBefore] = [generation(40), generation(41)];
    await api.stop();
    await expect.poll(() => changes.isConnected).toBe(false);
    api.publishChange(40);
    await api.restart();
    await expect.poll(() => changes.isConnected, { timeout: 10_000 }).toBe(true);
    expect(generation(40)).toBe(before + 1);
    expect(generation(41)).toBe(otherBefore);
  });

  test('reports that the API refuses the secret', async () => {
    const refusing = createServer((_request, response) => response.writeHead(403).end()).listen(0, '127.0.0.1');
    await once(refusing, 'listening');
    const { port } = refusing.address() as AddressInfo;
    const otherClient = createApiClient(`http://127.0.0.1:${port}`, 'wrong');
    const other = followSiteChanges(otherClient, generations, pino({ level: 'silent' }));
    await expect.poll(() => other.isRefused).toBe(true);
    expect([other.hasConnected, changes.hasConnected, changes.isRefused]).toEqual([false, true, false]);
    await other.stop();
    await otherClient.close();
    refusing.close();
  });

  test('parseServerSentEvents parses events that arrive in pieces of any size', async () => {
    const text =
      ': alive\n\nevent: sites\ndata: {"sites":[]}\n\n: alive\n\nevent: change\ndata: {"site":1}\n\nevent: half';
    for (const size of [1, 7, 1_000]) {
      const pieces = text.match(new RegExp(`[^]{1,${size}}`.replace('[^]', '[\\s\\S]'), 'g')) ?? [];
      const events = [];
      for await (const event of parseServerSentEvents(Readable.from(pieces.map((piece) => Buffer.from(piece)))))
        events.push(event);
      expect(events).toEqual([
        { event: 'sites', data: '{"sites":[]}' },
        { event: 'change', data: '{"site":1}' },
      ]);
    }
  });
});
