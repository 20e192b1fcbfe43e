import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SiteState } from '#server/storefront/cache/generations.ts';
import { type Asked, HtmlCache, type Made, type Outcome } from '#server/storefront/cache/html-cache.ts';
import { bodyOf, chooseForm } from '#server/storefront/cache/page-entry.ts';

let state: SiteState;
let cache: HtmlCache;
let clock: number;
let made: number;

beforeEach(() => {
  state = { generation: 1 };
  clock = 1_000_000;
  made = 0;
  cache = new HtmlCache({ log: pino({ level: 'silent' }), maxBytes: 10_000_000, now: () => clock });
});

const document = (text: string, more: Partial<Extract<Made, { kind: 'document' }>> = {}): Made => ({
  kind: 'document',
  status: 200,
  headers: ['content-type', 'text/html'],
  store: true,
  share: true,
  write(sink) {
    sink.chunk(text);
    sink.end();
  },
  ...more,
});

const ask = (make: () => Made | Promise<Made>, more: Partial<Asked> = {}) =>
  cache.answer({
    key: 'a /',
    state,
    hasQuery: false,
    logTail: '',
    make: async () => {
      made++;
      return make();
    },
    ...more,
  });

async function textOf(outcome: Outcome): Promise<string> {
  if (outcome.kind !== 'entry') throw new Error(`no entry but ${outcome.kind}`);
  return String(await bodyOf(outcome.entry, outcome.entry.forms.identity));
}

const down = (): Made => document('unavailable', { status: 503, store: false });

describe('A page', () => {
  test('is made once and then answered from memory', async () => {
    expect(await textOf(await ask(() => document('one')))).toBe('one');
    expect(await textOf(await ask(() => document('two')))).toBe('one');
    expect(made).toBe(1);
  });

  test('is made once for simultaneous visitors', async () => {
    const { promise, resolve } = Promise.withResolvers<Made>();
    const visitors = Array.from({ length: 50 }, () => ask(() => promise));
    resolve(document('one'));
    const texts = await Promise.all(visitors.map(async (visitor) => textOf(await visitor)));
    expect(new Set(texts)).toEqual(new Set(['one']));
    expect(made).toBe(1);
  });

  test('goes to its first visitor as it is made, and whole to the others', async () => {
    const gate = Promise.withResolvers<void>();
    const slow = document('', {
      write(sink) {
        sink.chunk('first ');
        gate.promise.then(() => {
          sink.chunk('last');
          sink.end();
        });
      },
    });
    const streamed: string[] = [];
    const stream = () => ({
      chunk: (html: string | Uint8Array) => void streamed.push(String(Buffer.from(html))),
      end: () => void streamed.push('.'),
      fail() {},
    });
    expect(await ask(() => slow, { stream })).toEqual({ kind: 'streamed' });
    expect(streamed).toEqual(['first ']);
    const second = ask(() => document('never'), { stream });
    gate.resolve();
    expect(await textOf(await second)).toBe('first last');
    expect(streamed).toEqual(['first ', 'last', '.']);
    expect(made).toBe(1);
  });

  test('of one visitor is never given to another', async () => {
    const own = () => document('mine', { store: false, share: false });
    const [one, two] = await Promise.all([ask(own), ask(own)]);
    expect([one.kind, two.kind]).toEqual(['own', 'own']);
    expect(made).toBe(2);
    expect(cache.entries).toBe(0);
  });

  test('not found is shared at the moment and not kept', async () => {
    const missing = () => document('none', { status: 404, store: false });
    const [one, two] = await Promise.all([ask(missing), ask(missing)]);
    expect([await textOf(one), await textOf(two)]).toEqual(['none', 'none']);
    expect(made).toBe(1);
    expect(cache.entries).toBe(0);
  });

  test('that fails to be made fails for all who wait, and is tried again by the next', async () => {
    const broken = () => Promise.reject(new Error('broken'));
    const results = await Promise.allSettled([ask(broken), ask(broken)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await textOf(await ask(() => document('well')))).toBe('well');
  });

  test('whose stream breaks half-way is not kept', async () => {
    const half = document('', {
      write(sink) {
        sink.chunk('half');
        setTimeout(() => sink.fail(new Error('broken')), 5);
      },
    });
    const stream = () => ({ chunk() {}, end() {}, fail() {} });
    await ask(() => half, { stream });
    await expect(ask(() => document('never'), { stream })).rejects.toThrow('broken');
    expect(cache.entries).toBe(0);
  });
});

describe('After a change', () => {
  test('the page is made anew, once however many wait', async () => {
    await ask(() => document('old'));
    state.generation++;
    const texts = await Promise.all(Array.from({ length: 20 }, async () => textOf(await ask(() => document('new')))));
    expect(new Set(texts)).toEqual(new Set(['new']));
    expect(made).toBe(2);
  });

  test('what was begun before it is not kept, and not given to those who come after it', async () => {
    const before = Promise.withResolvers<Made>();
    const early = ask(() => before.promise);
    state.generation++;
    const late = await ask(() => document('new'));
    before.resolve(document('old'));
    expect(await textOf(await early)).toBe('old');
    expect(await textOf(late)).toBe('new');
    expect(await textOf(await ask(() => document('never')))).toBe('new');
  });

  test('the old page is served where a new one cannot be made, and soon tried again', async () => {
    await ask(() => document('old'));
    state.generation++;
    const outcome = await ask(down);
    expect(outcome).toMatchObject({ kind: 'entry', how: 'outage' });
    expect(await textOf(outcome)).toBe('old');
    expect(await textOf(await ask(() => document('new')))).toBe('old');
    clock += 6_000;
    expect(await textOf(await ask(() => document('new')))).toBe('new');
  });

  test('a page that is gone does not come back in an outage', async () => {
    await ask(() => document('old'));
    state.generation++;
    await ask(() => document('none', { status: 404, store: false }));
    clock += 6_000;
    expect(await textOf(await ask(down))).toBe('unavailable');
  });

  test('a page that moved does not come back in an outage', async () => {
    await ask(() => document('old'));
    state.generation++;
    await ask(() => ({ kind: 'redirect', status: 301, location: '/b' }));
    expect(await textOf(await ask(down))).toBe('unavailable');
  });
});

describe('With time', () => {
  test('a page is answered at once and made again behind the visitor’s back', async () => {
    await ask(() => document('old'));
    clock += 61_000;
    expect(await textOf(await ask(() => document('new')))).toBe('old');
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await textOf(await ask(() => document('never')))).toBe('new');
    expect(made).toBe(2);
  });

  test('a renewal that fails leaves the page as it was', async () => {
    await ask(() => document('old'));
    clock += 61_000;
    await ask(() => Promise.reject(new Error('broken')));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await textOf(await ask(down))).toBe('old');
    expect(made).toBe(2);
  });

  test('renewals are few, however many pages have aged', async () => {
    for (let i = 0; i < 100; i++) await ask(() => document('old'), { key: `a /${i}` });
    clock += 61_000;
    for (let i = 0; i < 100; i++) await ask(() => document('new'), { key: `a /${i}` });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(made).toBe(102);
  });

  test('an aged page takes the short way while it is nobody’s turn to make it again, and never after a change', async () => {
    for (let i = 0; i < 100; i++) await ask(() => document('old'), { key: `a /${i}` });
    clock += 61_000;
    expect(cache.hit('a /99', false)).toBeUndefined();
    for (let i = 0; i < 20; i++) await ask(() => document('new'), { key: `a /${i}` });
    expect(cache.hit('a /99', false)).toBeDefined();
    clock += 1_000;
    expect(cache.hit('a /99', false)).toBeUndefined();
    for (let i = 20; i < 40; i++) await ask(() => document('new'), { key: `a /${i}` });
    state.generation++;
    expect(cache.hit('a /99', false)).toBeUndefined();
  });
});

describe('Memory', () => {
  const long = 'x'.repeat(20_000);

  test('is bounded, counting every form', async () => {
    for (let i = 0; i < 2_000; i++) await ask(() => document(`${i}${long}${Math.random()}`), { key: `a /${i}` });
    expect(cache.bytes).toBeLessThanOrEqual(10_000_001);
    expect(cache.entries).toBeGreaterThan(100);
  });

  test('of pages is not taken by thousands of unique queries', async () => {
    await ask(() => document('home'));
    for (let i = 0; i < 3_000; i++) await ask(() => document(`${i}${long}`), { key: `a /?q=${i}`, hasQuery: true });
    expect(cache.hit('a /', false)).toBeDefined();
    expect(cache.bytes).toBeLessThanOrEqual(10_000_001);
  });

  test('holds compressed forms, and plain ones only until those are ready', async () => {
    const outcome = await ask(() => document(long));
    if (outcome.kind !== 'entry') throw new Error('no entry');
    await expect.poll(() => outcome.entry.forms.br).toBeDefined();
    await expect.poll(() => cache.bytes).toBeLessThan(10_000);
    expect(chooseForm(outcome.entry, 'br').encoding).toBe('br');
    expect(chooseForm(outcome.entry, undefined).encoding).toBe('identity');
    expect(await textOf(outcome)).toBe(long);
  });

  test('the same page made again keeps its name and its forms', async () => {
    const first = await ask(() => document(long));
    if (first.kind !== 'entry') throw new Error('no entry');
    await expect.poll(() => first.entry.forms.br).toBeDefined();
    state.generation++;
    const second = await ask(() => document(long));
    expect(second).toMatchObject({ entry: { hash: first.entry.hash, generation: 2 } });
    expect(cache.hit('a /', false)?.forms.br).toBe(first.entry.forms.br);
  });
});
