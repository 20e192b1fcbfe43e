import { once } from 'node:events';
import { text as textOfStream } from 'node:stream/consumers';
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { selectBodyByAcceptEncoding } from '#server/storefront/cache/cached-page.ts';
import { HtmlCache, type HtmlCacheRequest } from '#server/storefront/cache/html-cache.ts';
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

describe('HtmlCache: a page', () => {
  test('is rendered once and then served from memory', async () => {
    expect(await readPageText(await request(() => createRenderedDocument('one')))).toBe('one');
    expect(await readPageText(await request(() => createRenderedDocument('two')))).toBe('one');
    expect(renders).toBe(1);
  });

  test('is rendered once for simultaneous requests', async () => {
    const { promise, resolve } = Promise.withResolvers<RenderOutcome>();
    const requests = Array.from({ length: 50 }, () => request(() => promise));
    resolve(createRenderedDocument('one'));
    const texts = await Promise.all(requests.map(async (pending) => readPageText(await pending)));
    expect(new Set(texts)).toEqual(new Set(['one']));
    expect(renders).toBe(1);
  });

  test('is streamed to the first request and served complete to requests that join the render', async () => {
    const gate = Promise.withResolvers<void>();
    const slow = createRenderedDocument('', {
      write(sink) {
        sink.chunk('first ');
        gate.promise.then(() => {
          sink.chunk('last');
          sink.end();
        });
      },
    });
    const first = await request(() => slow, { canStream: true });
    if (first.kind !== 'stream') throw new Error(`no stream but ${first.kind}`);
    const stream = first.rendered.document.createReadStream();
    const [firstChunk] = await once(stream, 'data');
    expect(String(firstChunk)).toBe('first ');
    const second = request(() => createRenderedDocument('never'), { canStream: true });
    gate.resolve();
    expect(await readPageText(await second)).toBe('first last');
    expect(await textOfStream(first.rendered.document.createReadStream())).toBe('first last');
    expect(renders).toBe(1);
  });

  test('is rendered to its end for other requests when the first client disconnects', async () => {
    const gate = Promise.withResolvers<void>();
    const slow = createRenderedDocument('', {
      write(sink) {
        sink.chunk('first ');
        gate.promise.then(() => {
          sink.chunk('last');
          sink.end();
        });
      },
    });
    const first = await request(() => slow, { canStream: true });
    if (first.kind !== 'stream') throw new Error(`no stream but ${first.kind}`);
    first.rendered.document.createReadStream().destroy();
    const second = request(() => createRenderedDocument('never'));
    gate.resolve();
    expect(await readPageText(await second)).toBe('first last');
    expect(cache.entries).toBe(1);
  });

  test('is rendered for each request if it must not be shared', async () => {
    const unshared = () => createRenderedDocument('mine', { isStorable: false, isShareable: false });
    const [one, two] = await Promise.all([request(unshared), request(unshared)]);
    expect([one.kind, two.kind]).toEqual(['uncacheable', 'uncacheable']);
    expect(renders).toBe(2);
    expect(cache.entries).toBe(0);
  });

  test('is shared by simultaneous requests and not stored if it is not found', async () => {
    const missing = () => createRenderedDocument('none', { status: 404, isStorable: false });
    const [one, two] = await Promise.all([request(missing), request(missing)]);
    expect([await readPageText(one), await readPageText(two)]).toEqual(['none', 'none']);
    expect(renders).toBe(1);
    expect(cache.entries).toBe(0);
  });

  test('fails for all simultaneous requests and is retried by the next if its render fails', async () => {
    const broken = () => Promise.reject(new Error('broken'));
    const results = await Promise.allSettled([request(broken), request(broken)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await readPageText(await request(() => createRenderedDocument('well')))).toBe('well');
  });

  test('ends the stream with the error and is not stored if it fails after its first byte', async () => {
    const half = createRenderedDocument('', {
      write(sink) {
        sink.chunk('half');
        setTimeout(() => sink.fail(new Error('broken')), 5);
      },
    });
    const first = await request(() => half, { canStream: true });
    if (first.kind !== 'stream') throw new Error(`no stream but ${first.kind}`);
    await expect(textOfStream(first.rendered.document.createReadStream())).rejects.toThrow('broken');
    expect(cache.entries).toBe(0);
  });

  test('is rendered again, and not as a stream, for the requests that have joined a stream that broke', async () => {
    const streamed: boolean[] = [];
    const render = async (canStream: boolean) => {
      streamed.push(canStream);
      return canStream
        ? createRenderedDocument('', {
            write(sink) {
              sink.chunk('half');
              setTimeout(() => sink.fail(new Error('broken')), 5);
            },
          })
        : createRenderedDocument('whole');
    };
    const get = () => cache.get({ key: 'a /', state, hasQuery: false, canStream: true, render });
    const [first, ...others] = await Promise.all([get(), get(), get()]);
    expect(first.kind).toBe('stream');
    expect(await Promise.all(others.map(readPageText))).toEqual(['whole', 'whole']);
    expect(streamed).toEqual([true, false]);
    state.generation++;
    expect(await readPageText(await get())).toBe('whole');
  });

  test('is not rendered as a stream while an older copy exists, which is served if the render fails', async () => {
    await request(() => createRenderedDocument('old'));
    state.generation++;
    const result = await cache.get({
      key: 'a /',
      state,
      hasQuery: false,
      canStream: true,
      render: async (canStream) => {
        expect(canStream).toBe(false);
        throw new Error('broken');
      },
    });
    expect(result).toMatchObject({ cacheStatus: 'stale-if-error' });
    expect(await readPageText(result)).toBe('old');
  });
});

describe('HtmlCache: memory', () => {
  const long = 'x'.repeat(20_000);

  test('is bounded, counting every encoding', async () => {
    for (let i = 0; i < 2_000; i++)
      await request(() => createRenderedDocument(`${i}${long}${Math.random()}`), { key: `a /${i}` });
    expect(cache.bytes).toBeLessThanOrEqual(10_000_001);
    expect(cache.entries).toBeGreaterThan(100);
  });

  test('is not taken from pages by thousands of unique queries', async () => {
    await request(() => createRenderedDocument('home'));
    for (let i = 0; i < 3_000; i++)
      await request(() => createRenderedDocument(`${i}${long}`), { key: `a /?q=${i}`, hasQuery: true });
    expect(cache.lookup('a /', false)).toBeDefined();
    expect(cache.bytes).toBeLessThanOrEqual(10_000_001);
  });

  test('holds compressed bodies, and plain ones only until those are ready', async () => {
    const outcome = await request(() => createRenderedDocument(long));
    if (outcome.kind !== 'entry') throw new Error('no entry');
    await expect.poll(() => outcome.entry.bodies.br).toBeDefined();
    await expect.poll(() => cache.bytes).toBeLessThan(10_000);
    expect(selectBodyByAcceptEncoding(outcome.entry, 'br').encoding).toBe('br');
    expect(selectBodyByAcceptEncoding(outcome.entry, undefined).encoding).toBe('identity');
    expect(await readPageText(outcome)).toBe(long);
  });

  test('an unchanged page keeps its hash and its compressed bodies when rendered again', async () => {
    const first = await request(() => createRenderedDocument(long));
    if (first.kind !== 'entry') throw new Error('no entry');
    await expect.poll(() => first.entry.bodies.br).toBeDefined();
    state.generation++;
    const second = await request(() => createRenderedDocument(long));
    expect(second).toMatchObject({ entry: { hash: first.entry.hash, generation: 2 } });
    expect(cache.lookup('a /', false)?.bodies.br).toBe(first.entry.bodies.br);
  });
});
