import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { productImages, products } from '#server/api/catalogue/catalogue-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { externalApps, siteInfos, themes } from '#server/api/site/site-tables.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { extractPdfColours, extractPdfText } from '#tests/support/pdf-text.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const sheet = (path: string, options: Parameters<typeof api.call>[1] = {}) =>
  api.call(`/product/generate/file/${path}`, { lang: 'fr_FR', ...options });
/** Extracts the text of a PDF with plain spaces. */
const textOf = (file: Buffer) => extractPdfText(file).replaceAll('\u00a0', ' ');
const setConfig = (site: number, config: object) =>
  withSiteTransaction(api.db, site, (tx) =>
    tx
      .insert(externalApps)
      .values({ app: 'PRODUCT_FILE_GENERATOR', config: { ...config } })
      .onConflictDoUpdate({ target: [externalApps.siteId, externalApps.app], set: { config: { ...config } } }),
  );

beforeAll(async () => {
  await seedEstate(api.db, api.filesDir, { id: 40, mark: 'Fiches', languages: ['fr_FR', 'en'] });
  await seedEstate(api.db, api.filesDir, { id: 41, mark: 'Willow', defaultLang: 'en' });
  await setConfig(40, { enabled: true, pageSize: 'A4' });
});

describe('GET /product/generate/file/{id}', () => {
  test('returns a PDF about the first variant in the language of the caller', async () => {
    const answer = await sheet('1');
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="product-1-2022.pdf"',
      'x-content-type-options': 'nosniff',
    });
    const text = textOf(answer.bytes);
    for (const part of ['Cuvée Été', '2022', '75 cl', '12,5 % vol.', 'Argile', 'Sulfites', 'R11'])
      expect(text).toContain(part);
    expect(text).toContain('Médaille d’or, Concours Fiches, 2024');
    expect(text).toContain('L’abus d’alcool est dangereux pour la santé');
    const english = textOf((await sheet('1', { lang: 'en' })).bytes);
    expect(english).toContain('Gold medal, Concours Fiches, 2024');
    expect(english).toContain('TECHNICAL SHEET');
  });

  test('sets title and language of the document', async () => {
    const file = (await sheet('1')).bytes.toString('latin1');
    expect(file).toContain('/Lang (fr-FR)');
    expect(file).toContain('/DisplayDocTitle true');
    const titleObject = /\/Title (\d+) 0 R/.exec(file)?.[1];
    expect(file).toMatch(new RegExp(`\\n${titleObject} 0 obj\\n\\(`));
  });

  test('describes the named variant without the awards of other vintages', async () => {
    const text = textOf((await sheet('1/12')).bytes);
    expect(text).toContain('2020');
    expect(text).toContain('1,5 l');
    expect(text).not.toContain('Concours Fiches');
  });

  test('leaves the health warning out of the sheet of a juice', async () => {
    const text = textOf((await sheet('4')).bytes);
    expect(text).toContain('Jus blanc');
    expect(text).not.toContain('abus');
  });

  test.each([
    ['an unknown product', '999', 404],
    ['a variant of another product', '1/21', 404],
    ['a box', '5', 404],
    ['a malformed id', 'x', 400],
    ['a malformed variant', '1/x', 400],
  ])('refuses %s in the envelope of the API', async (_, path, status) => {
    const answer = await sheet(path);
    expect([answer.status, answer.headers['content-type']]).toEqual([status, 'application/json; charset=utf-8']);
    expect(answer.message).not.toBe('');
  });

  test('returns 404 at an estate that offers no technical sheets', async () => {
    expect((await sheet('1', { site: 41 })).status).toBe(404);
    await setConfig(41, { enabled: false });
    expect((await sheet('1', { site: 41 })).status).toBe(404);
  });

  test('returns 304 until the content changes', async () => {
    const { headers } = await sheet('2');
    const etag = String(headers.etag);
    const repeated = await sheet('2', { headers: { 'if-none-match': etag } });
    expect([repeated.status, repeated.bytes.length]).toEqual([304, 0]);
    await withSiteTransaction(api.db, 40, (tx) =>
      tx.update(products).set({ summary: 'Un autre résumé' }).where(eq(products.id, 2)),
    );
    const changed = await sheet('2', { headers: { 'if-none-match': etag } });
    expect(changed.status).toBe(200);
    expect(textOf(changed.bytes)).toContain('Un autre résumé');
  });

  test('uses the layout that the site info names', async () => {
    const classic = String((await sheet('3')).headers.etag);
    await withSiteTransaction(api.db, 40, (tx) => tx.update(siteInfos).set({ technicalFileModel: 'MODERN' }));
    const modern = await sheet('3');
    expect(String(modern.headers.etag)).not.toBe(classic);
    expect(textOf(modern.bytes)).toContain('Cognac VS');
  });

  const showOnlyPicture = (imageId: number) =>
    withSiteTransaction(api.db, 40, async (tx) => {
      await tx.delete(productImages).where(eq(productImages.productId, 4));
      await tx.insert(productImages).values({ productId: 4, imageId, position: 0 });
    });

  test('is laid out without a missing picture and is not cached, because the file may come back', async () => {
    await showOnlyPicture(4);
    const answer = await sheet('4');
    expect(textOf(answer.bytes)).toContain('Jus blanc');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers.etag).toBeUndefined();
    expect(api.log).toContainEqual(expect.objectContaining({ code: 'sheet_file_missing', file: 'image' }));
  });

  test('is laid out without a damaged picture and is cached, because the file cannot change', async () => {
    await showOnlyPicture(2);
    const answer = await sheet('4');
    expect(textOf(answer.bytes)).toContain('Jus blanc');
    expect(answer.headers['cache-control']).toBe('public, max-age=300');
    expect(answer.headers.etag).toEqual(expect.any(String));
    expect(api.log).toContainEqual(expect.objectContaining({ code: 'sheet_file_unusable', file: 'image' }));
  });

  test('uses the platform’s fonts instead of a damaged font of the estate', async () => {
    expect((await sheet('1')).status).toBe(200);
    expect(api.log).toContainEqual(expect.objectContaining({ code: 'sheet_file_unusable', file: 'font' }));
  });

  test('responds to 30 simultaneous requests for one sheet with the same document', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => sheet('2/22')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });
});

describe('the colours of a technical sheet', () => {
  const colours = { primary: '#51206b', accent: '#c2410c', ink: '#1a2b3c' };
  const readColours = async (technicalFileModel: 'CLASSIC' | 'MODERN', changes: Partial<typeof colours>) => {
    await withSiteTransaction(api.db, 40, async (tx) => {
      await tx.update(siteInfos).set({ technicalFileModel });
      await tx.update(themes).set(changes);
    });
    return extractPdfColours((await sheet('2')).bytes);
  };

  test.each(['CLASSIC', 'MODERN'] as const)('are those of the estate’s theme in the layout %s', async (model) => {
    const other = await readColours(model, { primary: '#3a5f2d', accent: '#e5b53b', ink: '#222222' });
    const own = await readColours(model, colours);
    for (const colour of Object.values(colours)) {
      expect(own).toContain(colour);
      expect(other).not.toContain(colour);
    }
  });

  test.each(['CLASSIC', 'MODERN'] as const)('may be written as CSS writes them in the layout %s', async (model) => {
    const own = await readColours(model, { primary: 'rebeccapurple', accent: 'rgb(194 65 12)', ink: '#123f' });
    for (const colour of ['#663399', '#c2410c', '#112233']) expect(own).toContain(colour);
    // Themes of earlier versions may have texts that are no colours.
    expect((await readColours(model, { primary: 'reddish', accent: '', ink: 'none' })).size).toBeGreaterThan(0);
  });
});
