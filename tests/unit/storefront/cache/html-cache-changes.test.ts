import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { HtmlCache, type HtmlCacheRequest } from '#server/storefront/cache/html-cache.ts';
import { maxFreshPageAgeMs } from '#server/storefront/cache/page-cache-policy.ts';
import type { RenderOutcome } from '#server/storefront/cache/render-outcome.ts';
import type { SiteGenerationCounter } from '#server/storefront/cache/site-generations.ts';
import { createRenderedDocument, readPageText } from './html-cache-fixtures.ts';

let state: SiteGenerationCounter;
let cache: HtmlCache;
let clock: number;
let renders: number;

beforeEach(() => {
  state = { generation: 1 };
  clock = 1_000_000;
  renders = 0;
  cache = new HtmlCache({ log: pino({ level: 'silent' }), maxBytes: 10_000_000, now: () => clock });
});

const request = (render: () => RenderOutcome | Promise<RenderOutcome>, overrides: Partial<HtmlCacheRequest> = {}) =>
  cache.get({
    key: 'a /',
    state,
    hasQuery: false,
    canStream: false,
    render: async () => {
      renders++;
      return render();
    },
    ...overrides,
  });

const down = (): RenderOutcome => createRenderedDocument('unavailable', { status: 503, isStorable: false });

describe('HtmlCache: after a change of the site', () => {
  test('a page is rendered again once for simultaneous requests', async () => {
    await request(() => createRenderedDocument('old'));
    state.generation++;
    const texts = await Promise.all(
      Array.from({ length: 20 }, async () => readPageText(await request(() => createRenderedDocument('new')))),
    );
    expect(new Set(texts)).toEqual(new Set(['new']));
    expect(renders).toBe(2);
  });

  test('a render that began before it is neither stored nor served to later requests', async () => {
    const before = Promise.withResolvers<RenderOutcome>();
    const early = request(() => before.promise);
    state.generation++;
    const late = await request(() => createRenderedDocument('new'));
    before.resolve(createRenderedDocument('old'));
    expect(await readPageText(await early)).toBe('old');
    expect(await readPageText(late)).toBe('new');
    expect(await readPageText(await request(() => createRenderedDocument('never')))).toBe('new');
  });

  test('the stale page is served while rendering fails, and rendering is retried after 5 s', async () => {
    await request(() => createRenderedDocument('old'));
    state.generation++;
    const outcome = await request(down);
    expect(outcome).toMatchObject({ kind: 'entry', cacheStatus: 'stale-if-error' });
    expect(await readPageText(outcome)).toBe('old');
    expect(await readPageText(await request(() => createRenderedDocument('new')))).toBe('old');
    clock += 6_000;
    expect(await readPageText(await request(() => createRenderedDocument('new')))).toBe('new');
  });

  test('a page that has become 404 is not served stale in an outage', async () => {
    await request(() => createRenderedDocument('old'));
    state.generation++;
    await request(() => createRenderedDocument('none', { status: 404, isStorable: false }));
    clock += 6_000;
    expect(await readPageText(await request(down))).toBe('unavailable');
  });

  test('a page that has moved is not served stale in an outage', async () => {
    await request(() => createRenderedDocument('old'));
    state.generation++;
    await request(() => ({ kind: 'redirect', status: 301, location: '/b' }));
    expect(await readPageText(await request(down))).toBe('unavailable');
  });
});

describe('HtmlCache: an aged page', () => {
  test('is served stale and revalidated in the background', async () => {
    await request(() => createRenderedDocument('old'));
    clock += maxFreshPageAgeMs + 1_000;
    expect(await readPageText(await request(() => createRenderedDocument('new')))).toBe('old');
    await sleep(5);
    expect(await readPageText(await request(() => createRenderedDocument('never')))).toBe('new');
    expect(renders).toBe(2);
  });

  test('stays when its revalidation fails', async () => {
    await request(() => createRenderedDocument('old'));
    clock += maxFreshPageAgeMs + 1_000;
    await request(() => Promise.reject(new Error('broken')));
    await sleep(5);
    expect(await readPageText(await request(down))).toBe('old');
    expect(renders).toBe(2);
  });

  test('is revalidated at most twice a second over all pages', async () => {
    for (let i = 0; i < 100; i++) await request(() => createRenderedDocument('old'), { key: `a /${i}` });
    clock += maxFreshPageAgeMs + 1_000;
    for (let i = 0; i < 100; i++) await request(() => createRenderedDocument('new'), { key: `a /${i}` });
    await sleep(5);
    expect(renders).toBe(102);
  });

  test('is served by lookup while revalidations are exhausted, but never after a change', async () => {
    for (let i = 0; i < 100; i++) await request(() => createRenderedDocument('old'), { key: `a /${i}` });
    clock += maxFreshPageAgeMs + 1_000;
    expect(cache.lookup('a /99', false)).toBeUndefined();
    for (let i = 0; i < 20; i++) await request(() => createRenderedDocument('new'), { key: `a /${i}` });
    expect(cache.lookup('a /99', false)).toBeDefined();
    clock += 1_000;
    expect(cache.lookup('a /99', false)).toBeUndefined();
    for (let i = 20; i < 40; i++) await request(() => createRenderedDocument('new'), { key: `a /${i}` });
    state.generation++;
    expect(cache.lookup('a /99', false)).toBeUndefined();
  });
});
