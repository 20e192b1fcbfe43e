import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { storeFile } from '#server/api/media/file-store.ts';
import { images } from '#server/api/media/media-tables.ts';
import { createJpeg, seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const { call } = api;
let version = '';

beforeAll(async () => {
  await seedEstate(api.db, api.filesDir, { id: 40, mark: 'Chênes' });
  await seedEstate(api.db, api.filesDir, { id: 41, mark: 'Willow', defaultLang: 'en' });
  const [row] = await withSiteTransaction(api.db, 40, (tx) => tx.select().from(images).where(eq(images.id, 1)));
  version = row?.hash.slice(0, 8) ?? '';
});

const cachedFilesOf = (site: number) => readdir(join(api.dataDir, 'cache/images', String(site))).catch(() => []);

describe('GET /image/{id}', () => {
  test.each([
    ['w=320&format=webp', 'webp', 320],
    ['w=64&format=png', 'png', 64],
    ['w=480&format=jpeg', 'jpeg', 480],
    ['w=2400&format=webp', 'webp', 600],
    ['w=320', 'jpeg', 320],
    ['format=webp', 'webp', 600],
    ['', 'jpeg', 600],
  ])(
    'responds to the query "%s" with %s, %i pixels wide and never wider than the original',
    async (query, format, width) => {
      const answer = await call(`/image/1?${query}`);
      expect([answer.status, answer.headers['content-type']]).toEqual([200, `image/${format}`]);
      expect(await sharp(answer.bytes).metadata()).toMatchObject({
        format,
        width,
        height: Math.round((width * 2) / 3),
      });
    },
  );

  test('sends immutable caching unless the URL names an outdated version', async () => {
    const versioned = await call(`/image/1?w=320&v=${version}`);
    expect(versioned.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await call('/image/1?w=320')).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await call('/image/1?w=320&v=00000000')).headers['cache-control']).toBe('public, max-age=300');
  });

  test('returns 304 without a body for a matching ETag', async () => {
    const { headers } = await call('/image/1?w=320');
    const again = await call('/image/1?w=320', { headers: { 'if-none-match': String(headers.etag) } });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', headers.etag]);
    const other = await call('/image/1?w=640', { headers: { 'if-none-match': String(headers.etag) } });
    expect(other.status).toBe(200);
  });

  test.each([
    ['w=321', 'w'],
    ['w=-64', 'w'],
    ['w=', 'w'],
    ['w=064', 'w'],
    ['w=64&w=96', 'w'],
    ['format=avif', 'format'],
    ['format=svg', 'format'],
    ['height=3', 'height'],
  ])('rejects %s with 400 and names the allowed values', async (query, field) => {
    const answer = await call(`/image/1?${query}`, { lang: 'en' });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.errors ?? {})).toEqual([field]);
    if (field === 'w') expect(answer.message).toContain('64, 96, 128');
    if (field === 'format') expect(answer.message).toContain('webp, jpeg, png');
  });

  test.each([
    ['/image/99', 404],
    ['/image/4', 404],
    ['/image/abc', 400],
    ['/image/0', 400],
    ['/image/1/2', 404],
  ])('%s returns %i', async (url, status) => expect((await call(url)).status).toBe(status));

  test('rasterises a drawing in the requested width', async () => {
    const { bytes } = await call('/image/3?w=480&format=png');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 480, height: 240 });
  });

  describe('with a width and no format', () => {
    const accept = 'image/avif,image/webp,image/*,*/*;q=0.8';
    const get = (id: number, width: number, header = accept) =>
      call(`/image/${id}?w=${width}`, { headers: { accept: header } });

    test.each([
      ['image/webp,*/*', 'webp'],
      ['image/*,*/*;q=0.8', 'jpeg'],
    ])('sends a client that accepts %s the picture as %s, with Vary', async (header, format) => {
      const { headers } = await get(1, 256, header);
      expect([headers['content-type'], headers.vary]).toEqual([`image/${format}`, 'accept']);
      expect(headers['cache-control']).toContain('immutable');
    });

    test('sends WebP for minutes until the AVIF, which is smaller, has been made in the background', {
      timeout: 90_000,
    }, async () => {
      const rings = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400">${Array.from(
        { length: 60 },
        (_, index) =>
          `<circle cx="${index * 10}" cy="200" r="${index * 3}" fill="none" stroke="hsl(${index * 6} 60% 50%)"/>`,
      ).join('')}</svg>`;
      const photograph = await sharp(Buffer.from(rings)).blur(2).png().toBuffer();
      await addImage(22, await storeFile(api.filesDir, photograph), 'image/png', 600, 400);
      const first = await get(22, 480);
      expect([first.headers['content-type'], first.headers['cache-control'], first.headers.vary]).toEqual([
        'image/webp',
        'public, max-age=300',
        'accept',
      ]);
      await expect
        .poll(async () => (await get(22, 480)).headers['content-type'], { timeout: 60_000 })
        .toBe('image/avif');
      const avif = await get(22, 480);
      expect(avif.headers['cache-control']).toContain('immutable');
      expect(avif.headers.etag).not.toBe(first.headers.etag);
      expect(avif.bytes.length).toBeLessThan(first.bytes.length);
      expect(await sharp(avif.bytes).metadata()).toMatchObject({ format: 'heif', width: 480, height: 320 });
      const again = await call('/image/22?w=480', { headers: { accept, 'if-none-match': String(avif.headers.etag) } });
      expect([again.status, again.headers.vary]).toEqual([304, 'accept']);
    });

    test('keeps a picture as WebP whose AVIF would be larger', { timeout: 90_000 }, async () => {
      const plain = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#336699' } })
        .png()
        .toBuffer();
      await addImage(21, await storeFile(api.filesDir, plain), 'image/png', 64, 64);
      expect((await get(21, 64)).headers['cache-control']).toBe('public, max-age=300');
      await expect
        .poll(async () => (await get(21, 64)).headers['cache-control'], { timeout: 60_000 })
        .toContain('immutable');
      expect((await get(21, 64)).headers['content-type']).toBe('image/webp');
    });

    test('sends a placeholder that is not stored for a damaged picture', async () => {
      const { headers } = await get(2, 96);
      expect([headers['content-type'], headers['cache-control']]).toEqual(['image/webp', 'no-store']);
    });
  });

  test('fills transparent parts with white in a JPEG', async () => {
    const transparentPicture = await sharp({
      create: { width: 64, height: 64, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    await addImage(20, await storeFile(api.filesDir, transparentPicture), 'image/png', 64, 64);
    const { bytes } = await call('/image/20?format=jpeg');
    const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect(Math.min(...data)).toBeGreaterThan(250);
  });

  test('sends an uncacheable placeholder with the proportions of a damaged picture and logs it', async () => {
    const answer = await call('/image/2?w=320&format=webp&v=00000000');
    expect([answer.status, answer.headers['cache-control'], answer.headers.etag]).toEqual([200, 'no-store', undefined]);
    expect(await sharp(answer.bytes).metadata()).toMatchObject({ format: 'webp', width: 320, height: 213 });
    expect(api.log).toContainEqual(
      expect.objectContaining({
        msg: 'image conversion failed, placeholder served',
        site: 40,
        image: 2,
        path: 'views/broken.jpg',
      }),
    );
  });

  test('caches complete results per site and creates them again when the folder is deleted', async () => {
    await call('/image/1?w=96');
    const cachedFiles = await cachedFilesOf(40);
    expect(cachedFiles.some((name) => name.endsWith('-96.jpeg'))).toBe(true);
    expect(cachedFiles.filter((name) => name.endsWith('.part'))).toEqual([]);
    await rm(join(api.dataDir, 'cache'), { recursive: true });
    expect((await call('/image/1?w=96')).status).toBe(200);
    expect((await cachedFilesOf(40)).filter((name) => name.endsWith('-96.jpeg'))).toHaveLength(1);
  });

  test('responds to simultaneous requests with the same bytes', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('/image/1?w=128&format=webp')));
    expect(new Set(answers.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1);
  });

  test('sends the picture when the cache cannot be written', async () => {
    await rm(join(api.dataDir, 'cache'), { recursive: true, force: true });
    await writeFile(join(api.dataDir, 'cache'), 'a file where the folder should be');
    const answer = await call('/image/1?w=192').finally(() => rm(join(api.dataDir, 'cache')));
    expect(answer.status).toBe(200);
  });
});

async function addImage(id: number, hash: string, type: string, width: number, height: number, site = 40) {
  await withSiteTransaction(api.db, site, (tx) =>
    tx
      .insert(images)
      .values({ id, path: `added/${id}`, name: '', alt: '', hash, type, bytes: 1, width, height, tint: '#000000' }),
  );
}

describe('GET /file/{id}/{name}', () => {
  test('sends a font with its media type, immutable under its version', async () => {
    const plain = await call('/file/3/mulish-700.woff2');
    expect(plain.headers).toMatchObject({
      'content-type': 'font/woff2',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=300',
    });
    const etag = String(plain.headers.etag);
    const versioned = await call(`/file/3/mulish-700.woff2?v=${etag.slice(1, 9)}`);
    expect(versioned.headers['cache-control']).toContain('immutable');
    expect((await call('/file/3/mulish-700.woff2', { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  test('sends a drawing with a policy that forbids scripts and requests', async () => {
    const { headers } = await call('/file/3/logo.svg');
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
    });
  });

  test.each([
    ['bytes=0-9', 206, '0123456789', 'bytes 0-9/100'],
    ['bytes=95-', 206, '56789', 'bytes 95-99/100'],
    ['bytes=-3', 206, '789', 'bytes 97-99/100'],
    ['bytes=95-1000', 206, '56789', 'bytes 95-99/100'],
    ['bytes=100-', 416, '', 'bytes */100'],
    ['bytes=5-2', 200, '0123456789'.repeat(10), undefined],
    ['bytes=0-1,4-5', 200, '0123456789'.repeat(10), undefined],
    ['lines=1-2', 200, '0123456789'.repeat(10), undefined],
  ])('responds to the range %s of a video with %i', async (range, status, text, contentRange) => {
    const answer = await call('/file/5/harvest.mp4', { headers: { range } });
    expect([answer.status, answer.text, answer.headers['content-range']]).toEqual([status, text, contentRange]);
    expect(answer.headers['accept-ranges']).toBe('bytes');
  });

  test('sends the whole file for a range of an older version', async () => {
    const answer = await call('/file/5/harvest.mp4', { headers: { range: 'bytes=0-1', 'if-range': '"older"' } });
    expect(answer.status).toBe(200);
  });

  test('responds to HEAD without a body', async () => {
    const answer = await call('/file/5/harvest.mp4', { method: 'HEAD' });
    expect([answer.status, answer.text, answer.headers['content-length']]).toEqual([200, '', '100']);
  });

  test.each([
    ['/file/3/other.woff2', 404],
    ['/file/1/estate.jpg', 404],
    ['/file/3/..%2f..%2fetc%2fpasswd', 400],
    ['/file/x/a.woff2', 400],
    ['/file/99/mulish-700.woff2', 404],
    ['/file/3/%00', 400],
  ])('%s returns %i', async (url, status) => expect((await call(url)).status).toBe(status));
});

test('media of one site are not served at another', async () => {
  await addImage(30, await storeFile(api.filesDir, await createJpeg(64, 64, '#112233')), 'image/jpeg', 64, 64);
  expect((await call('/image/30')).status).toBe(200);
  expect((await call('/image/30', { site: 41 })).status).toBe(404);
  expect((await call('/file/3/logo.svg', { site: 41 })).text).not.toContain('Chênes');
});

test('a replaced picture is not immutable under its old URL', async () => {
  const store = async (colour: string) => storeFile(api.filesDir, await createJpeg(64, 64, colour));
  const [before, after] = [await store('#ff0000'), await store('#0000ff')];
  await addImage(31, before, 'image/jpeg', 64, 64);
  const old = await call(`/image/31?v=${before.slice(0, 8)}`);
  await withSiteTransaction(api.db, 40, (tx) => tx.update(images).set({ hash: after }).where(eq(images.id, 31)));
  const fresh = await call(`/image/31?v=${after.slice(0, 8)}`);
  expect(fresh.bytes.equals(old.bytes)).toBe(false);
  expect(fresh.headers['cache-control']).toContain('immutable');
  expect((await call(`/image/31?v=${before.slice(0, 8)}`)).headers['cache-control']).toBe('public, max-age=300');
});
