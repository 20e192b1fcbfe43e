import { beforeAll, describe, expect, it } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { storeFile } from '#server/api/media/file-store.ts';
import { images } from '#server/api/media/media-tables.ts';
import { imageWidths } from '#shared/media/image.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { createExpensiveDrawing, createMemoryConsumingDrawing } from '#tests/support/fixtures/expensive-drawing.ts';
import { encodeMultipartBody } from '#tests/support/fixtures/form-fixtures.ts';
import { createJpeg, seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
let admin: Customer;
let version = '';

beforeAll(async () => {
  await seedEstate(api.db, api.filesDir, { id: 40, mark: 'Chênes' });
  await seedEstate(api.db, api.filesDir, { id: 41, mark: 'Willow', defaultLang: 'en' });
  admin = await createCustomer(api, { site: 41, role: 'ADMIN' });
  version = (await store(41, 50, createExpensiveDrawing(), 'image/svg+xml')).slice(0, 8);
  await store(41, 51, createMemoryConsumingDrawing(), 'image/svg+xml');
  await store(40, 52, await createJpeg(3_000, 2_000, '#3a5f2d'), 'image/jpeg');
});

/** Stores a picture without the checks of an upload, as older versions did. */
async function store(site: number, id: number, content: string | Uint8Array, type: string): Promise<string> {
  const bytes = Buffer.from(content);
  const hash = await storeFile(api.filesDir, bytes);
  const size = { bytes: bytes.length, width: 800, height: 600 };
  await withSiteTransaction(api.db, site, (tx) =>
    tx.insert(images).values({ id, path: `old/${id}`, name: '', alt: '', hash, type, tint: '#7a1f3d', ...size }),
  );
  return hash;
}

async function upload(content: string, lang = 'en') {
  const { body, headers } = await encodeMultipartBody({ file: new File([content], 'label.svg') });
  const options = { method: 'POST', body, site: 41, headers: { ...headers, ...admin.headers }, lang } as const;
  return api.call('/admin/image', options);
}

const failures = () => api.log.filter(({ code }) => code === 'image_conversion_failed');

describe('a drawing that is expensive to draw', () => {
  it.each([
    ['for its time', createExpensiveDrawing()],
    ['for its memory', createMemoryConsumingDrawing()],
  ])('is refused %s when it is uploaded, with a sentence that says what to do', async (_, drawing) => {
    expect(await upload(drawing)).toMatchObject({
      status: 422,
      message: expect.stringMatching(/takes too long to draw.*PNG/),
    });
  });

  it('leaves another estate its uncached pictures within 2 s, and is attempted once', async () => {
    await api.call('/image/52?w=64');
    const attack = imageWidths.flatMap((width) =>
      ['webp', 'png', 'jpeg'].map((format) =>
        api.call(`/image/50?w=${width}&format=${format}&v=${version}`, { site: 41 }),
      ),
    );
    const start = performance.now();
    const { status, headers } = await api.call('/image/52?w=640&format=webp');
    expect([status, headers['content-type']]).toEqual([200, 'image/webp']);
    expect(performance.now() - start).toBeLessThan(2_000);
    const statuses = new Set((await Promise.all(attack)).map((answer) => answer.status));
    expect([...statuses].every((each) => each === 200 || each === 503)).toBe(true);
  });

  it('is replaced by a placeholder that is not cached, and remembered as failing', async () => {
    const draw = () => api.call(`/image/50?w=2400&format=webp&v=${version}`, { site: 41 });
    expect(await draw()).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    const before = failures().length;
    expect(before).toBeGreaterThan(0);
    for (let call = 0; call < 5; call++) expect((await draw()).status).toBe(200);
    expect(failures()).toHaveLength(before);
  });

  it('is ended when it takes too much memory', async () => {
    const answer = await api.call('/image/51?w=2400&format=png', { site: 41 });
    expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect(failures().at(-1)).toMatchObject({ image: 51, err: { message: 'the picture takes too much memory' } });
  });
});
