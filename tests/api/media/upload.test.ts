import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import decompressWoff2 from 'wawoff2/decompress.js';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { createRateLimiter, rateLimitRules } from '#server/api/limits/rate-limiter.ts';
import { toStoredFilePath } from '#server/api/media/file-store.ts';
import { images } from '#server/api/media/media-tables.ts';
import { acceptedVideoExtensions } from '#shared/limits.ts';
import { maxSiteMediaBytes } from '#shared/media/media-limits.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { encodeMultipartBody } from '#tests/support/fixtures/form-fixtures.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { createJpeg } from '#tests/support/fixtures/seed-estate.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const font = await readFile('sites/domaine-des-chenes/media/fonts/Mulish-Regular.woff2');

/** Returns a copy of a WOFF2 font whose header states another size of the decompressed font. */
function withDecompressedSize(original: Buffer, size: number): Buffer {
  const copy = Buffer.from(original);
  copy.writeUInt32BE(size, 16);
  return copy;
}

let admin: Customer;
let adminOfOtherEstate: Customer;

beforeAll(async () => {
  for (const id of [40, 41]) await insertSite(api.db, id);
  admin = await createCustomer(api, { role: 'ADMIN' });
  adminOfOtherEstate = await createCustomer(api, { site: 41, role: 'ADMIN' });
});

interface Answer {
  status: number;
  message: string;
  data: { key: number; revision: number; name: string; isNew: boolean; losses: string[] };
}

async function upload(
  resource: 'image' | 'file',
  content: Uint8Array | string,
  name: string,
  user = admin,
): Promise<Answer> {
  const { body, headers } = await encodeMultipartBody({ file: new File([content as BlobPart], name) });
  const answer = await api.call(`/admin/${resource}`, {
    method: 'POST',
    body,
    site: user.site,
    headers: { ...headers, ...user.headers },
    lang: 'en',
  });
  return answer as unknown as Answer;
}

const read = async (path: string, user = admin) =>
  JSON.parse((await api.call(`/admin/${path}`, { headers: user.headers, site: user.site })).text).data;

const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${content}</svg>`;

describe('the upload of a picture', () => {
  it('creates an item with the type of the content, which is served and recorded in the audit log', async () => {
    const created = await upload('image', await createJpeg(600, 400, '#3a5f2d'), 'Le chai d’été.PNG');
    expect(created).toMatchObject({ status: 200, data: { revision: 1, name: 'Le-chai-d-ete.jpg', isNew: true } });
    const { key } = created.data;
    expect(await read(`image/${key}`)).toMatchObject({
      key,
      revision: 1,
      item: { alt: '' },
      info: { type: 'image/jpeg', width: 600, height: 400, url: expect.stringMatching(`^/image/${key}\\?v=`) },
    });
    expect((await api.call(`/image/${key}?w=320`)).status).toBe(200);
    const { entries } = await read(`audit?resource=image&key=${key}`);
    expect(entries).toMatchObject([{ action: 'CREATE', email: admin.email, after: { name: 'Le-chai-d-ete.jpg' } }]);
  });

  it('returns the existing item with its description for the same picture', async () => {
    const picture = await createJpeg(60, 40, '#123456');
    const { key } = (await upload('image', picture, 'vigne.jpg')).data;
    const item = { name: 'La vigne', alt: { fr_FR: 'La vigne', en: 'The vine' } };
    await api.call(`/admin/image/${key}`, { method: 'PUT', headers: admin.headers, body: { revision: 1, item } });
    expect((await upload('image', picture, 'vigne.jpg')).data).toEqual({
      key,
      revision: 2,
      name: 'La vigne',
      isNew: false,
      losses: [],
    });
    expect((await read(`image/${key}`)).item).toMatchObject(item);
  });

  it('stores a drawing without its scripts', async () => {
    const { data } = await upload('image', svg('<script>x()</script><rect onload="x()"/>'), 'plan.svg');
    const { info } = await read(`image/${data.key}`);
    expect(info.type).toBe('image/svg+xml');
    const [row] = (await withSiteTransaction(api.db, 40, (tx) => tx.select().from(images))).filter(
      ({ id }) => id === data.key,
    );
    const stored = String(await readFile(toStoredFilePath(api.filesDir, row?.hash ?? '')));
    expect(stored).toContain('<rect');
    expect(stored).not.toMatch(/script|onload/);
  });

  it('says what a drawing loses, and keeps the colours of its style sheet', async () => {
    const drawing = svg('<style>.st0{fill:#B01030}</style><rect class="st0" width="9" height="9"/>');
    expect(await upload('image', drawing, 'classes.svg')).toMatchObject({ status: 200, data: { losses: [] } });
    const blended = svg('<rect style="mix-blend-mode:multiply" width="9" height="9"/>');
    expect(await upload('image', blended, 'blended.svg')).toMatchObject({ data: { losses: ['effects'] } });
  });

  it.each<[string, () => Promise<Uint8Array> | string, string, number, RegExp]>([
    ['a renamed program', () => `MZ${'\0'.repeat(200)}`, 'photo.jpg', 415, /Save it as JPEG/],
    ['a page of HTML', () => '<html><script>x()</script></html>', 'photo.svg', 415, /Save it as JPEG/],
    ['a photograph in HEIC', () => '\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'IMG_1.heic', 415, /HEIC/],
    ['a damaged picture', async () => (await createJpeg(60, 40, '#000000')).subarray(0, 60), 'a.jpg', 422, /damaged/],
    ['a drawing above its size', () => svg(`<text>${'x'.repeat(2_000_001)}</text>`), 'a.svg', 413, /larger than 2 MB/],
    ['an empty file', () => '', 'a.jpg', 400, /no file/],
  ])('refuses %s with a sentence that explains what to do', async (_, content, name, status, message) => {
    const before = (await read('image')).total;
    expect(await upload('image', await content(), name)).toMatchObject({
      status,
      message: expect.stringMatching(message),
    });
    expect((await read('image')).total).toBe(before);
  });

  it('refuses a picture of 60 MB and leaves no temporary file', async () => {
    const answer = await upload('image', new Uint8Array(60_000_000), 'panorama.jpg');
    expect(answer).toMatchObject({ status: 413, message: expect.stringContaining('larger than 30 MB') });
    expect(await readdir(join(api.filesDir, 'uploads'))).toEqual([]);
  });

  it('refuses a picture when the storage of the site is full', async () => {
    const { key } = (await upload('image', await createJpeg(8, 8, '#fedcba'), 'full.jpg', adminOfOtherEstate)).data;
    await withSiteTransaction(api.db, 41, (tx) => tx.update(images).set({ bytes: maxSiteMediaBytes }));
    const picture = await createJpeg(9, 9, '#fedcba');
    const video = `\0\0\0\u0018ftypmp42${'y'.repeat(1_000)}`;
    for (const answer of [
      await upload('image', picture, 'more.jpg', adminOfOtherEstate),
      await upload('file', video, 'more.mp4', adminOfOtherEstate),
    ])
      expect(answer).toMatchObject({ status: 422, message: expect.stringContaining('1000 MB') });
    for (const content of [picture, video])
      expect(existsSync(toStoredFilePath(api.filesDir, createHash('sha256').update(content).digest('hex')))).toBe(
        false,
      );
    expect(await read(`image/${key}`, adminOfOtherEstate)).toMatchObject({ key });
  });
});

describe('the upload of a file', () => {
  it('stores a font under its own name, from which weight and style are inferred', async () => {
    const created = await upload('file', font, 'mulish-700.woff2');
    expect(created).toMatchObject({ status: 200, data: { name: 'mulish-700.woff2' } });
    const { byteLength: bytes } = font;
    expect((await read(`file/${created.data.key}`)).info).toMatchObject({ type: 'font/woff2', bytes });
  });

  it('stores a TrueType font as WOFF2, which is served as an immutable file', async () => {
    const trueType = await decompressWoff2(font);
    const { data } = await upload('file', trueType, 'Mulish-Regular.ttf');
    expect(data.name).toBe('Mulish-Regular.woff2');
    const { info } = await read(`file/${data.key}`);
    const served = await api.call(info.url);
    expect(served.headers['content-type']).toBe('font/woff2');
    expect(served.headers['cache-control']).toContain('immutable');
    expect(await decompressWoff2(served.bytes)).toHaveLength(trueType.length);
    expect((await upload('file', trueType, 'Mulish-Regular.ttf')).data).toMatchObject({ key: data.key, isNew: false });
  });

  it.each<[string, () => Uint8Array | string, string, number, RegExp]>([
    ['a renamed program', () => `MZ${'\0'.repeat(200)}`, 'Mulish.ttf', 422, /not a font/],
    ['a damaged font', () => font.subarray(0, 900), 'Mulish.woff2', 422, /not a font/],
    ['a font that would take too much memory', () => withDecompressedSize(font, 2 ** 31), 'a.woff2', 422, /not a font/],
    ['a font above its size', () => new Uint8Array(5_000_001), 'Mulish.otf', 413, /larger than 5 MB/],
  ])('refuses %s with a sentence that explains what to do', async (_, content, name, status, message) => {
    const before = (await read('file')).total;
    expect(await upload('file', content(), name)).toMatchObject({ status, message: expect.stringMatching(message) });
    expect((await read('file')).total).toBe(before);
  });

  it('stores a video, which is served', async () => {
    const video = `\0\0\0\u0018ftypmp42${'x'.repeat(3_000_000)}`;
    const { data } = await upload('file', video, 'vendanges.mp4');
    const { info } = await read(`file/${data.key}`);
    expect((await api.call(info.url)).bytes).toHaveLength(video.length);
    const other = await api.call(info.url, { site: 41 });
    expect(other.status).toBe(404);
  });

  /** The beginning of a video of each type, as the formats define it. */
  const videoStarts: Record<(typeof acceptedVideoExtensions)[number], { type: string; bytes: string }> = {
    mp4: { type: 'video/mp4', bytes: '\0\0\0\u0018ftypmp42' },
    m4v: { type: 'video/x-m4v', bytes: '\0\0\0\u0018ftypM4V ' },
    mov: { type: 'video/quicktime', bytes: '\0\0\0\u0014ftypqt  ' },
    avi: { type: 'video/x-msvideo', bytes: 'RIFF\u0010\u0002\0\0AVI LIST' },
    wmv: { type: 'video/x-ms-wmv', bytes: '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\0\xaa\0\x62\xce\x6c' },
    flv: { type: 'video/x-flv', bytes: 'FLV\u0001\u0005\0\0\0\u0009' },
  };

  it.each(acceptedVideoExtensions)(
    'stores a video of type %s and serves it with the type of its content',
    async (extension) => {
      const { type, bytes } = videoStarts[extension];
      const video = Buffer.from(bytes + 'x'.repeat(600), 'latin1');
      const created = await upload('file', video, `Vendanges 2026.${extension.toUpperCase()}`);
      expect(created).toMatchObject({ status: 200, data: { name: `Vendanges-2026.${extension}`, isNew: true } });
      const { info } = await read(`file/${created.data.key}`);
      expect(info).toMatchObject({ type, bytes: video.byteLength });
      const served = await api.call(info.url);
      expect([served.status, served.headers['content-type']]).toEqual([200, type]);
      expect(served.bytes.equals(video)).toBe(true);
    },
  );

  it.each(acceptedVideoExtensions)('refuses a file that is no video with the extension %s', async (extension) => {
    const foreign = extension === 'avi' ? videoStarts.mp4.bytes : videoStarts.avi.bytes;
    const content = Buffer.from(foreign + 'x'.repeat(600), 'latin1');
    expect(await upload('file', content, `film.${extension}`)).toMatchObject({ status: 415 });
  });

  it('stores a PDF, which visitors download and only its own site serves', async () => {
    const pdf = `%PDF-1.7\n${'x'.repeat(600)}`;
    const created = await upload('file', pdf, 'Tarif d’été 2026.PDF');
    expect(created).toMatchObject({ status: 200, data: { name: 'Tarif-d-ete-2026.pdf', isNew: true } });
    const { info } = await read(`file/${created.data.key}`);
    const served = await api.call(info.url);
    expect(served.text).toBe(pdf);
    expect(served.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
    });
    expect((await api.call(info.url, { site: 41 })).status).toBe(404);
    const listed = await read('file?type=application%2Fpdf');
    expect(listed.items.map(({ key }: { key: number }) => key)).toEqual([created.data.key]);
  });

  it('refuses a PDF above its size', async () => {
    const content = Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(20_000_000)]);
    expect(await upload('file', content, 'catalogue.pdf')).toMatchObject({
      status: 413,
      message: expect.stringContaining('larger than 20 MB'),
    });
  });

  it.each([
    ['a program', 'MZ', 'setup.exe'],
    ['a page of HTML with the name of a PDF', '<html><script>x()</script></html>', 'tarif.pdf'],
    ['a program with the name of a video', 'MZ', 'film.mp4'],
  ])('refuses %s', async (_, content, name) => {
    expect(await upload('file', content, name)).toMatchObject({ status: 415 });
  });
});

describe('the limit of uploads', () => {
  it('refuses further uploads of the estate with 429', async () => {
    const limits = createRateLimiter(api.db);
    for (let i = 0; i < rateLimitRules['upload-site'].points; i++) await limits.consume(41, 'upload-site', 'all');
    const picture = await createJpeg(11, 9, '#fedcba');
    expect(await upload('image', picture, 'late.jpg', adminOfOtherEstate)).toMatchObject({ status: 429 });
    expect(await upload('file', 'wOF2', 'late.woff2', adminOfOtherEstate)).toMatchObject({ status: 429 });
    expect(await upload('image', picture, 'other.jpg')).toMatchObject({ status: 200 });
  });
});

describe('the uses of a picture', () => {
  it('are those of the estate itself', async () => {
    const { key } = (await upload('image', await createJpeg(70, 40, '#445566'), 'logo.jpg')).data;
    const logo = { type: 'LOGO', image: key, alt: 'Logo' };
    await api.call('/admin/logo', { method: 'POST', headers: admin.headers, body: { item: logo } });
    expect((await read(`image/${key}/use`)).uses).toMatchObject([{ resource: 'logo' }]);
    const foreign = await api.call(`/admin/image/${key}/use`, { headers: adminOfOtherEstate.headers, site: 41 });
    expect(foreign.status).toBe(404);
  });
});
