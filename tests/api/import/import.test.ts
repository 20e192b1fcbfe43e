import { randomInt } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { priceHistory, products, productTagLinks, stock, variants } from '#server/api/catalogue/catalogue-tables.ts';
import { notifySiteChanged } from '#server/api/changes/notify-site-changed.ts';
import { openSiteChangeFeed } from '#server/api/changes/open-site-change-feed.ts';
import { news } from '#server/api/content/content-tables.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { toStoredFilePath } from '#server/api/media/file-store.ts';
import { images } from '#server/api/media/media-tables.ts';
import { pageEntries, pageSections, parameters } from '#server/api/site/site-tables.ts';
import type { DataOfContentFile, ProductFile } from '#server/import/content-schema.ts';
import { type ImportProgress, importSite } from '#server/import/import-site.ts';
import { type SectionKindWithConfig, sectionInputSchemas } from '#shared/site/sections.ts';
import { copyStarterSite, createTemporaryFolder, editJson } from '#tests/support/fixtures/starter-site.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';

let database: TestDatabase;
let sitesDir: string;
let filesDir: string;
/** The id of the site; each test uses a new site with a random id. */
let id: number;
let dir: string;

beforeAll(async () => {
  database = await openTestDatabase();
  sitesDir = await createTemporaryFolder();
  filesDir = await createTemporaryFolder();
});
beforeEach(async () => {
  id = randomInt(1000, 1_000_000);
  dir = await copyStarterSite(sitesDir, `estate-${id}`, id);
});

type PageFile = DataOfContentFile<'pages.json'>;

const editPages = (edit: (pages: PageFile) => void) => editJson<PageFile>(join(dir, 'content/pages.json'), edit);
const runImport = (options = {}) => importSite({ db: database.db, filesDir }, dir, options);
const read = <T>(work: (tx: SiteTx) => Promise<T>) => withSiteTransaction(database.db, id, work);
const productFile = (slug: string) => join(dir, `content/products/${slug}.json`);
const nameOf = async (product: number) =>
  (await read((tx) => tx.select().from(products).where(eq(products.id, product))))[0]?.name;
const editName = (product: number, name: string) =>
  read((tx) => tx.update(products).set({ name }).where(eq(products.id, product)));
const renameInFolder = (slug: string, name: string) =>
  editJson<ProductFile>(productFile(slug), (product) => {
    product.name = name;
  });

describe('the first import', () => {
  test('stores the whole folder, with files under the hash of their content', async () => {
    const steps: ImportProgress['step'][] = [];
    await runImport({ onProgress: ({ step }: ImportProgress) => steps.push(step) });
    expect(new Set(steps)).toEqual(new Set(['reading', 'pictures', 'storing', 'writing']));
    const [site] = await read((tx) => tx.select().from(sites).where(eq(sites.id, id)));
    expect(site).toMatchObject({ name: `Domaine estate-${id}`, defaultLang: 'fr_FR', changeCount: 1 });
    const picture = (await read((tx) => tx.select().from(images).where(eq(images.path, 'bottles/red.webp'))))[0];
    expect(picture).toMatchObject({ id: 2, width: 540, height: 2000, type: 'image/webp' });
    expect(picture?.tint).toMatch(/^#[0-9a-f]{6}$/);
    expect((await readFile(toStoredFilePath(filesDir, picture!.hash))).byteLength).toBe(picture!.bytes);
  });

  test('renders Markdown without scripts and keeps both languages', async () => {
    await writeFile(
      join(dir, 'content/pages/estate.fr_FR.md'),
      '# Titre\n\nDu **vin** <script>alert(1)</script><a href="javascript:alert(1)" onclick="x()">ici</a>\n\n![Une vue](views/estate.webp)\n',
    );
    await runImport();
    const isText = and(eq(pageSections.pageId, 2), eq(pageSections.kind, 'html'));
    const [section] = await read((tx) => tx.select().from(pageSections).where(isText));
    const html = section?.html as { fr_FR: string; en: string };
    expect(html.fr_FR).toContain('<h2>Titre</h2>');
    expect(html.fr_FR).toContain('<strong>vin</strong>');
    expect(html.fr_FR).not.toMatch(/script|onclick/);
    expect(html.fr_FR).toMatch(/<img src="\/image\/1\?v=[0-9a-f]{8}&amp;w=960"[^>]* width="2400" height="1350"/);
    expect(html.en).toContain('Tell the story');
  });

  test('stores the sections of a page in order, with picture paths replaced by ids', async () => {
    await runImport();
    const sections = await read((tx) =>
      tx.select().from(pageSections).where(eq(pageSections.pageId, 1)).orderBy(pageSections.position),
    );
    expect(sections.map(({ kind }) => kind)).toEqual(['hero', 'welcome', 'products', 'news', 'hours']);
    expect(sections[0]?.config).toEqual({
      title: 'Domaine drawn',
      subtitle: {
        fr_FR: 'Une phrase qui dit ce que l’on boit ici.',
        en: 'One sentence that says what is poured here.',
      },
      image: { image: 1 },
      tall: true,
    });
    for (const { kind, config } of sections)
      expect(sectionInputSchemas[kind as SectionKindWithConfig].safeParse(config).error).toBeUndefined();
  });

  test('stores page entries with their parent and position', async () => {
    await runImport();
    const rows = await read((tx) => tx.select().from(pageEntries).where(eq(pageEntries.parentId, 2)));
    expect(rows.map(({ url, position, lang }) => ({ url, position, lang }))).toEqual([
      { url: 'nos-vins', position: 0, lang: 'fr_FR' },
      { url: 'les-jus-de-raisin', position: 1, lang: 'fr_FR' },
    ]);
  });

  test('stores a search text without accents that includes the kind', async () => {
    await renameInFolder('red', 'Cuvée « Éphémère »');
    await runImport();
    const [product] = await read((tx) => tx.select().from(products).where(eq(products.id, 1)));
    expect(product?.searchText).toContain('cuvee « ephemere »');
    expect(product?.searchText).toContain('vin rouge');
  });

  test('sends a notification that names its site', async () => {
    const changes = await openSiteChangeFeed(database.connection);
    const notification = new Promise((resolve) => changes.subscribe(resolve));
    await runImport();
    expect(await notification).toEqual({ site: id, isHosting: true });
    await changes.close();
  });
});

describe('a repeated import', () => {
  beforeEach(async () => {
    await runImport();
  });

  test('changes nothing and sends no notification for an unchanged folder', async () => {
    expect(await runImport()).toMatchObject({ added: 0, changed: 0, removed: 0, kept: 0, omitted: 0 });
    const [site] = await read((tx) => tx.select().from(sites).where(eq(sites.id, id)));
    expect(site?.changeCount).toBe(1);
  });

  test('updates what has changed in the folder', async () => {
    await renameInFolder('red', 'Nouveau nom');
    expect(await runImport()).toMatchObject({ added: 0, changed: 1, removed: 0 });
    expect(await nameOf(1)).toBe('Nouveau nom');
  });

  test('keeps and reports what staff edited', async () => {
    await editName(1, 'Édité');
    await renameInFolder('red', 'Du dossier');
    expect(await runImport()).toMatchObject({ changed: 0, kept: 1 });
    expect(await nameOf(1)).toBe('Édité');
    expect(await runImport()).toMatchObject({ kept: 1 });
  });

  test('replaces edited rows with overwrite and reports no conflict afterwards', async () => {
    await editName(1, 'Édité');
    expect(await runImport({ shouldOverwrite: true })).toMatchObject({ changed: 1, kept: 0 });
    expect(await nameOf(1)).toEqual({ fr_FR: 'Vin rouge', en: 'Red wine' });
    expect(await runImport()).toMatchObject({ changed: 0, kept: 0 });
  });

  test('omits what staff deleted together with its dependent rows', async () => {
    await read((tx) => tx.delete(products).where(eq(products.id, 2)));
    await editJson<ProductFile>(productFile('white'), (product) => {
      product.declinations.push({ ...product.declinations[0]!, id: 502, reference: 'NEW' });
    });
    expect((await runImport()).omitted).toBeGreaterThan(0);
    expect(await nameOf(2)).toBeUndefined();
    await runImport({ shouldOverwrite: true });
    expect(await nameOf(2)).toEqual({ fr_FR: 'Vin blanc', en: 'White wine' });
  });

  test('deletes unedited rows that the folder no longer contains', async () => {
    await rm(productFile('grape-juice'));
    for (const slug of ['red', 'white'])
      await editJson<ProductFile>(productFile(slug), (product) => {
        product.recommended = [];
      });
    await editPages(([home]) => {
      home!.sections = home!.sections.filter(({ kind }) => kind !== 'products');
    });
    expect((await runImport()).removed).toBeGreaterThan(1);
    expect(await nameOf(3)).toBeUndefined();
    expect(await read((tx) => tx.select().from(productTagLinks))).toEqual([]);
  });

  test('keeps rows that staff edited and rows that these reference', async () => {
    await read((tx) => tx.update(variants).set({ reference: 'EDITED' }).where(eq(variants.id, 103)));
    await rm(productFile('grape-juice'));
    for (const slug of ['red', 'white'])
      await editJson<ProductFile>(productFile(slug), (product) => {
        product.recommended = [];
      });
    await runImport();
    expect(await nameOf(3)).toEqual({ fr_FR: 'Jus de raisin', en: 'Grape juice' });
  });

  test('never changes rows that staff created', async () => {
    const own = { pageId: 1, id: 90, position: 9, kind: 'news', config: {} };
    await read((tx) => tx.insert(pageSections).values(own));
    await runImport({ shouldOverwrite: true });
    expect(await read((tx) => tx.select().from(pageSections).where(eq(pageSections.id, 90)))).toHaveLength(1);
  });

  test('keeps the current stock while prices follow the folder', async () => {
    await read((tx) => tx.update(stock).set({ quantity: 3 }).where(eq(stock.variantId, 101)));
    await editJson<ProductFile>(productFile('red'), (product) => {
      product.declinations[0]!.price = 14;
    });
    await runImport();
    const [left] = await read((tx) => tx.select().from(stock).where(eq(stock.variantId, 101)));
    const [declination] = await read((tx) => tx.select().from(variants).where(eq(variants.id, 101)));
    expect([left?.quantity, declination?.price]).toEqual([3, 1400]);
  });

  test('records every price in the price history', async () => {
    const discount = { id: 1, type: 'PERCENTAGE', amount: 10, detailType: 'PRODUCT' } as const;
    await editJson<ProductFile>(productFile('red'), (product) => {
      product.discount = discount;
    });
    await runImport();
    await runImport();
    const rows = await read((tx) =>
      tx.select().from(priceHistory).where(eq(priceHistory.variantId, 101)).orderBy(priceHistory.validFrom),
    );
    expect(rows.map(({ price }) => price)).toEqual([1250, 1125]);
  });

  test('lets two products swap their slugs', async () => {
    const [red, white] = [await readFile(productFile('red'), 'utf8'), await readFile(productFile('white'), 'utf8')];
    await writeFile(productFile('red'), red.replace('"slug": "red"', '"slug": "white"'));
    await writeFile(productFile('white'), white.replace('"slug": "white"', '"slug": "red"'));
    expect(await runImport()).toMatchObject({ changed: 2 });
  });

  test('updates the timestamp of a news item only when it has changed', async () => {
    const [before] = await read((tx) => tx.select().from(news));
    await runImport();
    expect((await read((tx) => tx.select().from(news)))[0]?.updatedAt).toEqual(before?.updatedAt);
    await writeFile(join(dir, 'content/news/online.fr_FR.md'), 'Autre texte.');
    await runImport();
    expect((await read((tx) => tx.select().from(news)))[0]?.updatedAt).not.toEqual(before?.updatedAt);
  });

  test('succeeds after staff have deleted a referenced picture', async () => {
    await read(async (tx) => {
      await tx.execute(sql`set constraints all deferred`);
      await tx.execute(sql`delete from page_sections where page_id = 2`);
      await tx.execute(sql`delete from product_images where image_id = 3`);
      await tx.execute(sql`delete from images where id = 3`);
    });
    await expect(runImport()).resolves.toMatchObject({ changed: 0 });
  });
});

test('a failed import is rolled back and sends no notification', async () => {
  await runImport();
  await renameInFolder('red', 'Jamais vu');
  await writeFile(join(dir, 'content/news/online.fr_FR.md'), 'Jamais vu non plus.');
  await database.db.execute(sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'half-way'; end $$`);
  await database.db.execute(sql`create trigger refuse before update on news for each row execute function refuse()`);
  try {
    await expect(runImport()).rejects.toThrow(/nothing of it was kept: half-way$/);
  } finally {
    await database.db.execute(sql`drop function refuse cascade`);
  }
  expect(await nameOf(1)).toEqual({ fr_FR: 'Vin rouge', en: 'Red wine' });
  const [site] = await read((tx) => tx.select().from(sites).where(eq(sites.id, id)));
  expect(site?.changeCount).toBe(1);
  expect(await runImport()).toMatchObject({ changed: 2 });
});

test('two simultaneous imports of one site have the effect of one', async () => {
  await Promise.all([runImport(), runImport()]);
  expect(await runImport()).toMatchObject({ added: 0, changed: 0, kept: 0 });
});

test('the import of one site changes no other', async () => {
  await runImport();
  const first = id;
  id = first + 1;
  dir = await copyStarterSite(sitesDir, `estate-${id}`, id);
  await runImport();
  await withSiteTransaction(database.db, first, (tx) => notifySiteChanged(tx));
  await renameInFolder('red', 'Un seul');
  await runImport();
  id = first;
  expect(await nameOf(1)).toEqual({ fr_FR: 'Vin rouge', en: 'Red wine' });
  expect((await read((tx) => tx.select().from(parameters))).every(({ siteId }) => siteId === first)).toBe(true);
});
