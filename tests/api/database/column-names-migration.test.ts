import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { hashToken } from '#server/api/accounts/sessions.ts';
import { readAuditEntries } from '#server/api/admin/audit-repository.ts';
import { toProductRows } from '#server/api/catalogue/product-rows.ts';
import { createProductSearchText } from '#server/api/catalogue/update-search-texts.ts';
import { readPostFolders } from '#server/api/content/blog-repository.ts';
import { readPublishedContent, readPublishedContentItem } from '#server/api/content/content-repository.ts';
import { blogPosts, tablesByArticleType } from '#server/api/content/content-tables.ts';
import { toBlogFolderRows, toBlogPostRows } from '#server/api/content/save-blog.ts';
import { contentInputsToItemRows } from '#server/api/content/save-content.ts';
import { allocateIds } from '#server/api/database/allocate-ids.ts';
import { assertSchemaComplete } from '#server/api/database/check-schema.ts';
import { createItemRef, readItemRevision } from '#server/api/database/row-revisions.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { readPreview } from '#server/api/pages/preview-page.ts';
import { toServiceRows } from '#server/api/services/save-service.ts';
import { readServicePage } from '#server/api/services/services-repository.ts';
import { readFirstSectionConfig, readPageContent, readPageTree } from '#server/api/site/read-pages.ts';
import { toPageRows } from '#server/api/site/save-page.ts';
import { toPageTreeRows } from '#server/api/site/save-page-tree.ts';
import { writeImportedRows } from '#server/import/write-rows.ts';
import { buildSearchText } from '#shared/build-search-text.ts';
import { ContentInput } from '#shared/content/content-input.ts';
import type { Localized } from '#shared/localized.ts';
import { ServiceInput } from '#shared/services/service-input.ts';
import { PageInput } from '#shared/site/page-input.ts';
import { createProductInput } from '#tests/support/fixtures/product-input.ts';
import { createDatabaseBeforeNamedMigration } from '#tests/support/servers/create-database-before-named-migration.ts';

const snapshots = join(import.meta.dirname, '../../../server/api/database/migrations/meta');

const page = PageInput.parse({
  id: 1,
  title: 'Accueil',
  type: 'HOME',
  sections: [
    { id: 1, kind: 'hero', title: 'Domaine' },
    { id: 2, kind: 'html', text: { html: '<p>Histoire</p>' } },
  ],
});
const entry = { id: 1, url: 'domaine', menuTitle: 'Domaine', title: 'Domaine', metaDescription: '', page: 1 };
const tree = { lang: 'fr_FR', entries: [{ ...entry, showInMenu: true, isText: false, type: 'HOME' }] } as const;
const product = {
  ...createProductInput({ name: 'Merlot', summary: '', promoted: true, description: { html: '' } }),
  variants: [],
};
const item = ContentInput.parse({
  id: 1,
  slug: 'vendanges',
  title: 'Vendanges',
  summary: '',
  publishedAt: '2026-09-01T08:00:00Z',
  promoted: true,
  body: { html: '' },
});
const folder = { id: 1, parent: null, slug: 'vigne', name: 'Vigne', description: '', image: null, position: 0 };
const service = ServiceInput.parse({
  id: 1,
  position: 0,
  slug: 'visite',
  title: 'Visite',
  summary: '',
  body: { html: '' },
  membersOnly: true,
});

const itemColumns = 'id, slug, title, summary, html, published_at, updated_at, promoted, search_text';
const itemValues = `(1, '"vendanges"', '"Vendanges"', '""', '""', '2026-09-01T08:00Z', '2026-09-01T08:00Z', true,
  '${buildSearchText(['Vendanges', ''])}')`;

/** Inserts the states of a table's rows as the version before the migration stored them after an import. */
const recordImport = (table: string, ...key: readonly [item: string, ...others: string[]]) => `
  insert into import_rows (table_name, key, item, columns, hash)
  select '${table}', jsonb_build_array(${key})::text, jsonb_build_array(${key[0]})::text, columns,
         md5((select jsonb_object_agg(c, to_jsonb(t) -> c) from jsonb_array_elements_text(columns) c)::text)
    from ${table} t, lateral (
      select jsonb_agg(name) as columns
        from jsonb_object_keys(to_jsonb(t) - '{site_id, updated_at, search_text, archived_at, ${key}}'::text[]) name) l;`;

const fillSite = (site: number) => `
  select set_config('app.site_id', '${site}', true), set_config('timezone', 'UTC', true);
  insert into sites (id, name, hosts, origins, languages, default_lang, time_zone)
    values (${site}, 'Estate', '[]', '{}', '["fr_FR"]', 'fr_FR', 'Europe/Paris');
  insert into images (id, path, name, alt, hash, type, bytes, width, height, tint)
    values (1, 'chai.webp', 'Chai', '""', '', 'image/webp', 1, 1, 1, '#000000');
  insert into pages (id, title, type) values (1, '"Accueil"', 'HOME');
  insert into page_sections (page_id, id, position, kind, html, component, config) values
    (1, 1, 0, 'component', null, 'hero', '{"title": "Domaine"}'), (1, 2, 1, 'html', '"<p>Histoire</p>"', null, null);
  insert into page_entries (id, lang, position, url, menu_title, title, meta_description, show_in_menu, is_text, type,
      page_id, is_cms_page, cms_route, link_type, link_url, link_code)
    values (1, 'fr_FR', 0, 'domaine', 'Domaine', 'Domaine', '', true, false, 'HOME', 1, false, '', 'NONE', '', '');
  insert into products (id, slug, name, type, kind, appellation, summary, is_vintage, position, promoted, has_shipping_fees,
      vat_rate, is_alcohol, html, tasting, facts, ingredients, allergens, videos, search_text)
    values (1, 'les-vieilles-vignes', '"Merlot"', 'WINE', 'red', '"IGP Charentais"', '""', true, 0, true, true, 20, true,
      '""', '{"eye": "", "nose": "", "mouth": ""}', '[]', '""', '""', '[]', '${createProductSearchText(product, [])}');
  insert into news (${itemColumns}) values ${itemValues};
  insert into albums (${itemColumns}) values ${itemValues};
  insert into blog (${itemColumns}) values ${itemValues};
  insert into blog_images (blog_id, image_id, position) values (1, 1, 0);
  insert into albums_images (albums_id, image_id, position) values (1, 1, 0);
  insert into blog_folders (id, slug, name, description, position) values (1, '"vigne"', '"Vigne"', '""', 0);
  insert into blog_post_folders (post_id, folder_id) values (1, 1);
  insert into services (id, position, slug, title, summary, html, tags, members_only, schedules, closures, updated_at)
    values (1, 0, '"visite"', '"Visite"', '""', '""', '[]', true, '[]', '[]', now());
  insert into row_revisions (kind, key, revision) values ('blog', '[1]', 4);
  insert into id_counters (kind, last_id) values ('blog', 9);
  insert into audit_entries (at, user_id, resource, key, action, after)
    values ('2026-09-01T08:00Z', 1, 'blog', '1', 'CREATE', '{"promoted": true}');
  insert into page_previews (token_hash, page_id, title, sections, user_id, created_at, expires_at)
    values ('${hashToken('token')}', 1, '"Accueil"', '[{"position": 0, "id": 1, "kind": "component", "html": null,
      "component": "hero", "config": {"title": "Brouillon"}}, {"position": 1, "id": 2, "kind": "html",
      "html": "<p>Histoire</p>", "component": null, "config": null}]', 1, now(), now() + interval '1 hour');
  ${['pages', 'page_entries', 'products', 'news', 'albums', 'blog', 'blog_folders', 'services'].map((table) => recordImport(table, 'id')).join('')}
  ${recordImport('page_sections', 'page_id', 'id')}
  ${recordImport('blog_images', 'blog_id', 'image_id')}
  ${recordImport('albums_images', 'albums_id', 'image_id')}
  ${recordImport('blog_post_folders', 'post_id')}`;

const findPicture = () => null;
const pickLanguage = (text: Localized) => (typeof text === 'string' ? text : '');
const warnings: unknown[] = [];
const context = { pickLanguage, log: { warn: (fields: unknown) => warnings.push(fields) } };

/** The rows of a folder with the content that the older version has imported. */
const buildRowsOfFolder = (changes: Partial<ContentInput> = {}) => [
  ...toPageRows([page], findPicture),
  ...toPageTreeRows([{ ...tree, entries: [...tree.entries] }]),
  ...toProductRows([product], { findPicture, now: new Date(), tagLabels: new Map() }),
  ...contentInputsToItemRows(tablesByArticleType.news, [item], findPicture, new Date()),
  ...toBlogFolderRows([folder]),
  ...toBlogPostRows([{ ...item, images: [1], tags: [], folder: 1, ...changes }], findPicture, new Date()),
  ...contentInputsToItemRows(tablesByArticleType.albums, [{ ...item, images: [1] }], findPicture, new Date()),
  ...toServiceRows([service], findPicture, new Date()),
];

const database = await createDatabaseBeforeNamedMigration(
  'column-names',
  `${fillSite(41)}
   update page_sections set config = '{"title": "Edited"}' where id = 1;
   ${fillSite(40)}
   update services set title = '"Edited"'`,
);
const db = await database.migrateFully();
const read = <T>(work: (tx: SiteTx) => Promise<T>, site = 40) => withSiteTransaction(db, site, work);

describe('a database migrated from the version before the names of columns', () => {
  test('serves its pages, previews and menus', async () => {
    const sections = (title: string) => [
      { id: 1, kind: 'component', component: 'hero', config: { title } },
      { id: 2, kind: 'html', html: '<p>Histoire</p>', component: null },
    ];
    expect((await read((tx) => readPageContent(tx, 1, context)))?.layouts).toMatchObject(sections('Domaine'));
    expect((await read((tx) => readPageContent(tx, 1, context), 41))?.layouts).toMatchObject(sections('Edited'));
    expect(await read((tx) => readFirstSectionConfig(tx, 'hero', context))).toMatchObject({ title: 'Domaine' });
    expect(await read((tx) => readPageTree(tx, 'fr_FR', 'fr_FR'))).toMatchObject([{ id: 1, showInMenu: true }]);
    const languages = { lang: 'fr_FR', siteLang: 'fr_FR' } as const;
    const preview = await read((tx) => readPreview(tx, { pageId: 1, token: 'token', context, ...languages }));
    expect(preview?.page.layouts).toMatchObject(sections('Brouillon'));
    expect(warnings).toEqual([]);
  });

  test('serves its posts, services and audit entries', async () => {
    const filters = [{ field: 'promoted', operator: '' as const, value: true }];
    const query = { page: 1, nbItem: 10, filters, orderBy: null };
    const reading = { lang: 'fr_FR', siteLang: 'fr_FR', now: new Date('2026-10-01') } as const;
    for (const tables of Object.values(tablesByArticleType))
      expect(await read((tx) => readPublishedContent(tx, tables, query, reading))).toMatchObject({
        total: 1,
      });
    for (const name of ['blog', 'albums'] as const)
      expect(await read((tx) => readPublishedContentItem(tx, tablesByArticleType[name], 1, reading.now))).toMatchObject(
        { row: { id: 1, promoted: true }, imageIds: [1] },
      );
    expect(await read((tx) => readPostFolders(tx, [1]))).toEqual(new Map([[1, 1]]));
    const { rows: listed } = await read((tx) => readServicePage(tx, { ...query, filters: [] }));
    expect(listed).toMatchObject([{ id: 1, membersOnly: true }]);
    const { rows } = await read((tx) => readAuditEntries(tx, { ...query, filters: [] }));
    expect(rows).toMatchObject([{ entry: { occurredAt: new Date('2026-09-01T08:00Z'), after: { promoted: true } } }]);
  });

  test('keeps the revisions of posts, and assigns no id twice', async () => {
    expect(await read((tx) => readItemRevision(tx, createItemRef('blog_posts', 1)))).toBe(4);
    expect(await read((tx) => allocateIds(tx, blogPosts, 1))).toEqual([10]);
  });

  test('is not changed by an import of the same folder, which keeps what staff have edited', async () => {
    const runImport = (site: number, changes?: Partial<ContentInput>) =>
      read((tx) => writeImportedRows(tx, buildRowsOfFolder(changes), false, () => {}), site);
    const unchanged = { added: 0, changed: 0, removed: 0, omitted: 0 };
    const edited = { table: 'services', key: '1' };
    expect(await runImport(40)).toMatchObject({ ...unchanged, kept: 1, keptRows: [edited] });
    const editedSection = { table: 'page_sections', key: '1 1' };
    expect(await runImport(41)).toMatchObject({ ...unchanged, kept: 1, keptRows: [editedSection] });
    expect(await runImport(40, { promoted: false })).toMatchObject({ ...unchanged, changed: 1, kept: 1 });
  });

  test('has the tables, columns, constraints and indexes of the schema', async () => {
    await assertSchemaComplete(db.$client);
    const { rows } = await db.execute<{ name: string }>(sql`
      select conname as name from pg_constraint where connamespace = 'public'::regnamespace
      union select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'i'`);
    const present = new Set(rows.map(({ name }) => name));
    const names = await readNamesOfConstraintsAndIndexes();
    expect(names.length).toBeGreaterThan(200);
    expect(names.filter((name) => !present.has(name))).toEqual([]);
  });
});

interface Snapshot {
  tables: Record<string, Record<'indexes' | 'foreignKeys' | 'compositePrimaryKeys', Record<string, { name: string }>>>;
}

/** Reads the names that the schema gives to constraints and indexes, as PostgreSQL truncates them. */
async function readNamesOfConstraintsAndIndexes(): Promise<string[]> {
  const files = (await readdir(snapshots)).filter((name) => name.endsWith('_snapshot.json'));
  const { tables }: Snapshot = JSON.parse(await readFile(join(snapshots, files.sort().at(-1) ?? ''), 'utf8'));
  return Object.values(tables)
    .flatMap(({ indexes, foreignKeys, compositePrimaryKeys }) => [indexes, foreignKeys, compositePrimaryKeys])
    .flatMap((named) => Object.values(named).map(({ name }) => name.slice(0, 63)));
}
