import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HtmlCache, type HtmlCacheRequest } from '#server/storefront/cache/html-cache.ts';
import { maxStoredPageAgeMs } from '#server/storefront/cache/page-cache-policy.ts';
import { PageDisk, type PageDiskOptions, type StoredPage } from '#server/storefront/cache/page-disk.ts';
import { createRenderedDocument, readPageText } from './html-cache-fixtures.ts';

let dir: string;
let folder: string;
let log: Record<string, unknown>[];
let disks: PageDisk[];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'cuvee-pages-'));
  folder = join(dir, 'pages');
  log = [];
  disks = [];
});
afterEach(async () => {
  await Promise.all(disks.map((disk) => disk.close()));
  rmSync(dir, { recursive: true });
});

const record = (line: string) => void log.push(JSON.parse(line) as Record<string, unknown>);
const codes = () => log.map(({ code }) => code);

function openDisk(overrides: Partial<PageDiskOptions> = {}): PageDisk {
  const options = { folder, keyFile: join(dir, 'pages.key'), maxBytes: 100_000_000, identity: 'build', minFree: 0 };
  // A loaded machine delays reads.
  const readTimeout = 10_000;
  const disk = new PageDisk({ ...options, readTimeout, log: pino({ level: 'info' }, { write: record }), ...overrides });
  disks.push(disk);
  return disk;
}

const page = (text: string, overrides: Partial<StoredPage> = {}): StoredPage => ({
  version: '1.1',
  status: 200,
  pageKind: 'HOME',
  headers: ['content-type', 'text/html'],
  hash: 'hash',
  encoding: 'identity',
  renderedAt: Date.now(),
  body: Buffer.from(text),
  ...overrides,
});

/** Writes pages, and waits until they are on the disk. */
async function write(pages: Record<string, StoredPage>, disk = openDisk()): Promise<void> {
  for (const [key, stored] of Object.entries(pages)) disk.write(key, async () => stored);
  await disk.close();
}

const listFiles = () =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [];
const onlyFile = () => {
  const [file, ...others] = listFiles();
  if (!file || others.length > 0) throw new Error(`expected one file, not ${listFiles().length}`);
  return file;
};

describe('PageDisk', () => {
  test('returns a page that another process has written', async () => {
    const stored = page('long ago');
    await write({ 'a /': stored });
    expect(await openDisk().read('a /')).toEqual(stored);
    expect(await openDisk().read('a /other')).toBeNull();
    expect(statSync(onlyFile()).mode & 0o777).toBe(0o600);
  });

  test('returns nothing to another build or with other settings', async () => {
    await write({ 'a /': page('old build') });
    expect(await openDisk({ identity: 'other build' }).read('a /')).toBeNull();
  });

  test.each([
    ['half-written', (file: string) => truncateSync(file, statSync(file).size / 2)],
    ['empty', (file: string) => truncateSync(file, 0)],
    ['tampered with', (file: string) => writeFileSync(file, readFileSync(file).fill('x', statSync(file).size - 2))],
    ['forged without the key', (file: string) => forge(file)],
  ])('treats a file that is %s as missing, and replaces it', async (_, damage) => {
    await write({ 'a /': page('well') });
    damage(onlyFile());
    expect(await openDisk().read('a /')).toBeNull();
    await write({ 'a /': page('better') });
    expect(String((await openDisk().read('a /'))?.body)).toBe('better');
  });

  /** Writes a page with a key of one's own to the path of another one. */
  function forge(file: string): void {
    const key = join(dir, 'pages.key');
    renameSync(key, `${key}.aside`);
    writeFileSync(key, Buffer.alloc(32, 'x'));
    const script = `
      import { pino } from 'pino';
      import { PageDisk } from '#server/storefront/cache/page-disk.ts';
      const disk = new PageDisk({ folder: ${JSON.stringify(folder)}, keyFile: ${JSON.stringify(key)},
        maxBytes: 1e8, identity: 'build', minFree: 0, log: pino({ enabled: false }) });
      disk.write('a /', async () => (${JSON.stringify({ ...page('forged'), body: undefined })}, {
        ...${JSON.stringify({ ...page('forged'), body: undefined })}, body: Buffer.from('forged') }));
      await disk.close();`;
    execFileSync(process.execPath, ['--input-type=module', '-e', script]);
    renameSync(`${key}.aside`, key);
    expect(readFileSync(file).includes('forged')).toBe(true);
  }

  test('treats a valid file at the path of another page as missing', async () => {
    await write({ 'a /': page('of site a') });
    const fileOfA = onlyFile();
    await write({ 'b /': page('of site b') });
    const fileOfB = listFiles().find((file) => file !== fileOfA) ?? '';
    copyFileSync(fileOfA, fileOfB);
    expect(await openDisk().read('b /')).toBeNull();
    expect(String((await openDisk().read('a /'))?.body)).toBe('of site a');
  });

  test('stays within its limit and drops the oldest pages', { timeout: 60_000 }, async () => {
    const maxBytes = 64 * 6_000;
    const disk = openDisk({ maxBytes });
    const known = new Set<string>();
    for (let round = 0; round < 4; round++) {
      for (let i = 0; i < 150; i++) disk.write(`a /${round}-${i}`, async () => page('x'.repeat(1_500)));
      await expect.poll(() => disk.read(`a /${round}-149`), { timeout: 20_000 }).not.toBeNull();
      const writtenAt = Date.now() / 1_000 - 1_000 + round;
      for (const file of listFiles()) if (!known.has(file)) utimesSync(file, writtenAt, writtenAt);
      for (const file of listFiles()) known.add(file);
    }
    await disk.close();
    const bytes = listFiles().reduce((sum, file) => sum + statSync(file).size, 0);
    expect(bytes).toBeLessThanOrEqual(maxBytes);
    expect(await openDisk().read('a /0-0')).toBeNull();
    expect(await openDisk().read('a /3-149')).not.toBeNull();
  });

  test('stores no page that is larger than a folder’s share', async () => {
    await write({ 'a /': page('x'.repeat(30_000)) }, openDisk({ maxBytes: 64 * 20_000 }));
    expect(listFiles()).toEqual([]);
  });

  test('writes nothing to a volume that is nearly full, and says so once', async () => {
    const disk = openDisk({ minFree: Number.MAX_SAFE_INTEGER });
    disk.write('a /', async () => page('one'));
    await expect.poll(codes).toEqual(['page_disk_failed']);
    disk.write('a /', async () => page('two'));
    await disk.close();
    expect(codes()).toEqual(['page_disk_failed']);
    expect(listFiles()).toEqual([]);
  });

  test('answers a read from a folder that cannot be used with nothing, and says so once', async () => {
    writeFileSync(folder, 'a file');
    const disk = openDisk();
    for (let i = 0; i < 3; i++) expect(await disk.read(`a /${i}`)).toBeNull();
    disk.write('a /', async () => page('one'));
    await disk.close();
    expect(codes()).toEqual(['page_disk_failed']);
  });

  test('goes on when its folder vanishes, and writes it again', async () => {
    await write({ 'a /': page('one') });
    rmSync(folder, { recursive: true });
    const disk = openDisk();
    expect(await disk.read('a /')).toBeNull();
    disk.write('a /', async () => page('two'));
    await disk.close();
    expect(String((await openDisk().read('a /'))?.body)).toBe('two');
    expect(codes()).toEqual([]);
  });

  test('answers in time while the volume hangs, and leaves it alone afterwards', async () => {
    await write({ 'a /': page('one') });
    const file = onlyFile();
    rmSync(file);
    // A read from a pipe that is not written never ends.
    execFileSync('mkfifo', [file]);
    const disk = openDisk({ readTimeout: 250 });
    expect(await disk.read('a /')).toBeNull();
    expect(codes()).toEqual(['page_disk_failed']);
    const startedAt = performance.now();
    expect(await disk.read('a /')).toBeNull();
    expect(performance.now() - startedAt).toBeLessThan(100);
    const writer = await open(file, 'r+');
    await writer.close();
  });

  test('answers ten thousand simultaneous reads with few open files', async () => {
    const keys = Array.from({ length: 10_000 }, (_, i) => `site ${i} /`);
    await write({ 'site 0 /': page('first') });
    const disk = openDisk();
    const results = await Promise.all(keys.map((key) => disk.read(key)));
    expect(String(results[0]?.body)).toBe('first');
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(codes()).toEqual([]);
  });

  test('has only whole pages after a process was killed while it wrote', { timeout: 60_000 }, async () => {
    const script = `
      import { pino } from 'pino';
      import { PageDisk } from '#server/storefront/cache/page-disk.ts';
      const disk = new PageDisk({ folder: ${JSON.stringify(folder)}, keyFile: ${JSON.stringify(join(dir, 'pages.key'))},
        maxBytes: 1e9, identity: 'build', minFree: 0, log: pino({ enabled: false }) });
      const body = Buffer.alloc(200_000, 'y');
      for (let i = 0; i < 2_000; i++)
        disk.write('a /' + i % 40, async () => ({ version: '1.1', status: 200, pageKind: 'HOME', headers: [], hash: 'h',
          encoding: 'identity', renderedAt: Date.now(), body }));
      setInterval(() => disk.write('a /' + Math.floor(Math.random() * 40), async () => ({ version: '1.1', status: 200,
        pageKind: 'HOME', headers: [], hash: 'h', encoding: 'identity', renderedAt: Date.now(), body })), 1);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
    await expect.poll(() => listFiles().length, { timeout: 20_000 }).toBeGreaterThan(20);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const whole = await Promise.all(Array.from({ length: 40 }, (_, i) => openDisk().read(`a /${i}`)));
    expect(whole.filter(Boolean).length).toBe(listFiles().filter((file) => !file.endsWith('.tmp')).length);
    for (const stored of whole) if (stored) expect(stored.body.equals(Buffer.alloc(200_000, 'y'))).toBe(true);

    const [old = ''] = listFiles();
    const abandoned = `${old}.left.tmp`;
    writeFileSync(abandoned, 'half');
    const dayBefore = Date.now() / 1_000 - 2 * 86_400;
    for (const file of [old, abandoned]) utimesSync(file, dayBefore, dayBefore);
    const disk = openDisk();
    for (let i = 0; i < 400; i++) disk.write(`b /${i}`, async () => page('next'));
    await expect.poll(() => [existsSync(old), existsSync(abandoned)], { timeout: 20_000 }).toEqual([false, false]);
  });
});

describe('HtmlCache with a disk', () => {
  let clock: number;
  let renders: number;
  beforeEach(() => {
    clock = Date.now();
    renders = 0;
  });

  const openCache = () => {
    const disk = openDisk();
    const cache = new HtmlCache({ log: pino({ level: 'info' }, { write: record }), disk, now: () => clock });
    return { cache, close: () => disk.close() };
  };
  const ask = (cache: HtmlCache, text: string, overrides: Partial<HtmlCacheRequest> = {}) =>
    cache.get({
      key: 'a /',
      diskKey: 'fingerprint a /',
      state: { generation: 1, version: '7.900' },
      hasQuery: false,
      canStream: false,
      render: async () => {
        renders++;
        return createRenderedDocument(text, { pageKind: 'HOME' });
      },
      ...overrides,
    });
  const long = 'x'.repeat(5_000);

  test.each([
    ['short', 'one'],
    ['long', `one ${long}`],
  ])(
    'serves a %s page after a restart without rendering it, with the same ETag and in every encoding',
    async (_, text) => {
      const before = openCache();
      const first = await ask(before.cache, text);
      await before.close();
      const { cache } = openCache();
      const state = { generation: 5, version: '7.900' };
      const second = await ask(cache, 'two', { state });
      if (first.kind !== 'entry' || second.kind !== 'entry') throw new Error('no entry');
      expect(await readPageText(second)).toBe(text);
      expect(second).toMatchObject({
        cacheStatus: 'hit',
        entry: { hash: first.entry.hash, status: 200, generation: 5 },
      });
      expect(renders).toBe(1);
      expect(cache.lookup('a /', false)).toBeDefined();
    },
  );

  test('renders a page whose site has changed while the server was down, or whose version is not known yet', async () => {
    const before = openCache();
    await ask(before.cache, 'one');
    await before.close();
    const { cache, close } = openCache();
    expect(await readPageText(await ask(cache, 'two', { state: { generation: 1 } }))).toBe('two');
    expect(
      await readPageText(await ask(cache, 'three', { key: 'b', state: { generation: 1, version: '8.901' } })),
    ).toBe('three');
    await close();
    expect(renders).toBe(3);
  });

  test('serves the older page, with a mark, if no fresh one can be rendered', async () => {
    const before = openCache();
    await ask(before.cache, 'one');
    await before.close();
    const { cache } = openCache();
    const broken = { state: { generation: 1, version: '8.901' }, render: () => Promise.reject(new Error('API down')) };
    const result = await ask(cache, '', broken);
    expect(result).toMatchObject({ cacheStatus: 'stale-if-error' });
    expect(await readPageText(result)).toBe('one');
    clock += maxStoredPageAgeMs + 1;
    await expect(ask(openCache().cache, '', broken)).rejects.toThrow('API down');
  });

  test('keeps the age of a page, so that an old one is rendered again', async () => {
    const before = openCache();
    await ask(before.cache, 'one');
    await before.close();
    clock += 7 * 3_600_000;
    expect(await readPageText(await ask(openCache().cache, 'two'))).toBe('two');
  });

  test('does not write a page whose site changed while it was rendered, nor one without a known version', async () => {
    const { cache, close } = openCache();
    const state = { generation: 1, version: '7.900' };
    await ask(cache, 'one', {
      state,
      render: async () => {
        state.generation++;
        state.version = '8.901';
        return createRenderedDocument('one');
      },
    });
    await ask(cache, 'two', { key: 'b /', diskKey: 'b /', state: { generation: 1 } });
    await ask(cache, 'three', { key: 'c /', diskKey: undefined });
    await ask(cache, '', {
      key: 'd /',
      diskKey: 'd /',
      render: async () => createRenderedDocument('none', { status: 404 }),
    });
    await close();
    expect(listFiles()).toEqual([]);
  });

  test('needs the disk for no page in memory', async () => {
    const { cache } = openCache();
    await ask(cache, 'one');
    writeFileSync(join(dir, 'broken'), '');
    rmSync(folder, { recursive: true, force: true });
    writeFileSync(folder, 'a file');
    expect(await ask(cache, 'two')).toMatchObject({ cacheStatus: 'hit' });
    expect(cache.lookup('a /', false)).toBeDefined();
  });
});

test('disks that share a new folder create one key, and read the pages of each other', async () => {
  const sharing = Array.from({ length: 6 }, () => openDisk({ processes: 6 }));
  for (const [index, disk] of sharing.entries()) disk.write(`key ${index}`, async () => page(`page ${index}`));
  await Promise.all(sharing.map((disk) => disk.close()));
  const reader = openDisk();
  for (const index of sharing.keys())
    expect((await reader.read(`key ${index}`))?.body.toString()).toBe(`page ${index}`);
  expect(readdirSync(dir).sort()).toEqual(['pages', 'pages.key']);
});

test('disks that share a folder keep the limit together', async () => {
  const maxBytes = 64 * 20_000;
  const sharing = Array.from({ length: 4 }, () => openDisk({ processes: 4, maxBytes }));
  const body = 'x'.repeat(1_500);
  for (const [index, disk] of sharing.entries())
    for (let count = 0; count < 400; count++) disk.write(`${index} ${count}`, async () => page(body));
  await expect.poll(() => countBytes(), { timeout: 20_000 }).toBeGreaterThan(maxBytes / 2);
  await Promise.all(sharing.map((disk) => disk.close()));
  expect(countBytes()).toBeLessThan(maxBytes * 1.2);
});

function countBytes(): number {
  if (!existsSync(folder)) return 0;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => {
    const size = statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0;
    return sum + size;
  }, 0);
}
