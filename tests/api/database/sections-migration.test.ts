import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '#server/api/database/connect.ts';
import { migrate } from '#server/api/database/migrate.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { readPageContent } from '#server/api/site/read-pages.ts';
import type { Localized } from '#shared/localized.ts';
import { createDatabaseBeforeMigrationNumber, runAsSiteOwner } from '#tests/support/servers/older-database.ts';

let db: Db;

const text = (french: string) => ({ fr_FR: french, en: `${french} (en)` });

const components = {
  home: {
    hero: { image: { image: 1 }, title: 'Domaine', sentence: text('Une phrase') },
    words: { title: text('La parole'), paragraphs: [text('Bonjour')], signature: 'H & M', image: { image: 1 } },
    featured: { title: text('Choix'), products: [8, 14] },
    news: { title: text('Nouvelles') },
    directions: { paragraphs: [text('Par la route')], link: { label: text('Plan'), url: '/contact' } },
  },
  estate: {
    hero: { title: text('Notre domaine') },
    arrival: { paragraphs: [text('Arrivez')], gps: { latitude: 45.5, longitude: -0.2, label: text('Ici') } },
    people: { persons: [{ name: 'Hélène', role: text('Chai'), text: text('Goûte'), age: 50 }], note: text('Fictif') },
    pictures: { images: [{ image: 1 }, { image: 2 }] },
    prices: { items: [{ label: text('Une nuit'), price: 8 }] },
    rules: { items: [text('Silence')] },
    services: { items: [{ label: text('Eau'), text: text('Au fond') }] },
    story: { title: text('Histoire'), paragraphs: [text('Il était une fois')] },
    timeline: { steps: [{ year: 1924, title: text('Début'), text: text('Un hectare') }] },
    vineyard: { figures: [{ value: '32 ha', label: text('de vignes') }], image: { image: 2 } },
  },
  contact: { title: text('Nous trouver'), intro: text('Une question ?'), image: { image: 1 } },
};

/** Inserts pages, layouts and components, the last two with hashes, as an import before the migration did. */
const fillOlderSite = (id: number) =>
  runAsSiteOwner(db, id, async (client) => {
    const run = (statement: string, values: unknown[] = []) => client.query(statement, values);
    await run(
      `insert into sites (id, name, hosts, origins, languages, default_lang, time_zone)
       values ($1, 'Estate', '[]', '{}', '["fr_FR", "en"]', 'fr_FR', 'Europe/Paris')`,
      [id],
    );
    await run(
      `insert into pages (id, title, type) values (1, '"Accueil"', 'HOME'), (2, '"Domaine"', 'ESTATE'), (3, '"Contact"', 'CONTACT')`,
    );
    await run(`insert into page_layouts (page_id, id, position, kind, html, component) values
      (1, 1, 0, 'component', null, 'home'), (2, 2, 0, 'html', '"<p>Histoire</p>"', null),
      (2, 3, 1, 'component', null, 'estate'), (3, 6, 0, 'component', null, 'contact')`);
    for (const [slug, config] of Object.entries(components))
      await run('insert into components (slug, config) values ($1, $2)', [slug, JSON.stringify(config)]);
    for (const [table, key, columns] of [
      ['page_layouts', 'jsonb_build_array(t.page_id, t.id)', '["position", "kind", "html", "component", "config"]'],
      ['components', 'jsonb_build_array(t.slug)', '["config"]'],
    ] as const)
      await run(
        `insert into import_rows (kind, key, columns, hash)
         select '${table}', ${key}::text, '${columns}',
                md5((select jsonb_object_agg(c, to_jsonb(t) -> c) from jsonb_array_elements_text('${columns}') c)::text)
           from ${table} t`,
      );
  });

beforeAll(async () => {
  db = await createDatabaseBeforeMigrationNumber(3);
  for (const id of [40, 41]) await fillOlderSite(id);
  await runAsSiteOwner(db, 41, (client) =>
    client.query(`update components set config = config || '{"title": "Edited"}' where slug = 'contact'`),
  );
  await migrate(db, async () => {});
});

const warnings: unknown[] = [];
const readPage = async (site: number, page: number) => {
  const pickFrench = (value: Localized) => (typeof value === 'string' ? value : (value.fr_FR ?? ''));
  const reading = { pickLanguage: pickFrench, log: { warn: (fields: unknown) => warnings.push(fields) } };
  const found = await withSiteTransaction(db, site, (tx) => readPageContent(tx, page, reading));
  return found?.layouts.map(({ id, kind, html, component, config }) => ({
    id,
    kind: component ?? kind,
    ...config,
    ...(html && { html }),
  }));
};

describe('a database migrated from the version before sections', () => {
  it('serves its home page', async () => {
    expect(await readPage(40, 1)).toEqual([
      { id: 1, kind: 'hero', title: 'Domaine', subtitle: 'Une phrase', image: null, tall: true },
      { id: 2, kind: 'welcome', title: 'La parole', paragraphs: ['Bonjour'], signature: 'H & M', image: null },
      { id: 3, kind: 'products', title: 'Choix', products: [8, 14] },
      { id: 4, kind: 'news', title: 'Nouvelles' },
      { id: 5, kind: 'hours', paragraphs: ['Par la route'], link: { label: 'Plan', url: '/contact' } },
    ]);
  });

  it('serves the parts of a component in their original order', async () => {
    expect(await readPage(40, 2)).toEqual([
      { id: 3, kind: 'hero', title: 'Notre domaine' },
      { id: 2, kind: 'html', html: '<p>Histoire</p>' },
      { id: 4, kind: 'timeline', steps: [{ year: '1924', title: 'Début', text: 'Un hectare' }] },
      { id: 5, kind: 'figures', figures: [{ value: '32 ha', label: 'de vignes' }], image: null },
      { id: 6, kind: 'services', items: [{ label: 'Eau', text: 'Au fond' }] },
      { id: 7, kind: 'prices', items: [{ label: 'Une nuit', price: '8' }] },
      { id: 8, kind: 'text', title: 'Histoire', paragraphs: ['Il était une fois'] },
      { id: 9, kind: 'map', paragraphs: ['Arrivez'], position: { latitude: 45.5, longitude: -0.2, label: 'Ici' } },
      { id: 10, kind: 'rules', items: ['Silence'] },
      { id: 11, kind: 'people', people: [{ name: 'Hélène', role: 'Chai', text: 'Goûte' }], note: 'Fictif' },
      { id: 12, kind: 'gallery', images: [null, null] },
    ]);
  });

  it('serves its contact page', async () => {
    expect(await readPage(40, 3)).toEqual([
      { id: 6, kind: 'heading', title: 'Nous trouver', text: 'Une question ?' },
      { id: 7, kind: 'contact' },
      { id: 8, kind: 'picture', image: null },
      { id: 9, kind: 'addresses' },
    ]);
  });

  it('serves edited sections of every site without schema warnings', async () => {
    expect(await readPage(41, 3)).toMatchObject([{ title: 'Edited' }, {}, {}, {}]);
    expect(warnings).toEqual([]);
  });

  it.each([
    [40, ['1', '2', '3']],
    [41, ['1', '2']],
  ])('lets the next import of site %i replace the unedited pages %j', async (site, pages) => {
    const { rows } = await withSiteTransaction(db, site, (tx) =>
      tx.execute<{ page: string }>(sql`
        select distinct l.page_id::text as page from page_sections l
          join import_rows i on i.table_name = 'page_sections' and i.key = jsonb_build_array(l.page_id, l.id)::text
         where i.hash = md5((select jsonb_object_agg(c, to_jsonb(l) -> c) from jsonb_array_elements_text(i.columns) c)::text)
         order by 1`),
    );
    expect(rows.map(({ page }) => page)).toEqual(pages);
  });
});
