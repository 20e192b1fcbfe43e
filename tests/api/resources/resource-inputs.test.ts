import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PgTable } from 'drizzle-orm/pg-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { editableResources } from '#server/api/api-resources.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { updateItem } from '#server/api/resources/edit-item.ts';
import { listItems } from '#server/api/resources/list-items.ts';
import type { Resource, StoredItem } from '#server/api/resources/resource.ts';
import { importSite } from '#server/import/import-site.ts';
import { languages } from '#shared/languages.ts';
import { createResourceListQuerySchema } from '#shared/resource-spec.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const { db } = await openTestDatabase();
const sitesFolder = join(import.meta.dirname, '../../../sites');
const estates = [
  { site: 40, folder: 'domaine-des-chenes', siteLang: 'fr_FR' as const },
  { site: 41, folder: 'willow-hill', siteLang: 'en' as const },
];

beforeAll(async () => {
  const filesDir = await mkdtemp(join(tmpdir(), 'cuvee-drafts-'));
  for (const { folder } of estates) await importSite({ db, filesDir }, join(sitesFolder, folder));
}, 600_000);

/** Reads all items of a resource, page by page. No item of these estates is archived. */
async function readUnarchivedItems(tx: SiteTx, resource: Resource, siteLang: 'fr_FR' | 'en'): Promise<StoredItem[]> {
  const query = createResourceListQuerySchema(resource);
  const found: StoredItem[] = [];
  for (let page = 1; ; page++) {
    const { items, total } = await listItems(tx, resource, query.parse({ page, nbItem: 20 }), {
      lang: 'fr_FR',
      siteLang,
      itemLanguages: languages,
    });
    found.push(...items);
    if (page * 20 >= total) return found;
  }
}

/**
 * Reads the rows of a resource's tables, in a stable order and without the time of the last save. The words of search
 * texts are sorted, because the tags of a product have no order.
 */
async function readTables(tx: SiteTx, { table, parts = {} }: Resource): Promise<string[][]> {
  const tables: PgTable[] = [...(table ? [table] : []), ...Object.values(parts).map((part) => part.table)];
  const contents: string[][] = [];
  for (const one of tables) {
    const rows: Record<string, unknown>[] = await tx.select().from(one);
    const comparable = rows.map(({ updatedAt: _, ...row }) =>
      JSON.stringify({
        ...row,
        searchText: String(row.searchText ?? '')
          .split(' ')
          .sort(),
      }),
    );
    contents.push(comparable.sort());
  }
  return contents;
}

describe.each(estates)('the items of $folder', ({ site, siteLang }) => {
  it.each(editableResources.map((resource) => [resource.name, resource] as const))(
    'are unchanged after each %s was saved as it was read',
    { timeout: 120_000 },
    async (_name, resource) => {
      const read = () => withSiteTransaction(db, site, (tx) => readUnarchivedItems(tx, resource, siteLang));
      const items = await read();
      const tables = await withSiteTransaction(db, site, (tx) => readTables(tx, resource));
      for (const { item, key, revision } of items) {
        const saved = await withSiteTransactionOrRollback(db, site, (tx) =>
          updateItem(tx, resource, item, { key, revision }),
        );
        expect(saved, JSON.stringify(key)).toMatchObject({ ok: true });
      }
      expect(await read()).toEqual(items.map((stored) => ({ ...stored, revision: stored.revision + 1 })));
      expect(await withSiteTransaction(db, site, (tx) => readTables(tx, resource))).toEqual(tables);
    },
  );
});
