import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { listItems } from '#server/api/resources/list-items.ts';
import type { ItemInput, Resource } from '#server/api/resources/resource.ts';
import { defaultLang } from '#shared/languages.ts';
import { pageSize } from '#shared/limits.ts';

/** Reads all items of a resource as inputs, in the order of its list. Archived items are left out. */
export async function readUnarchivedItems(tx: SiteTx, resource: Resource): Promise<ItemInput[]> {
  const inputs: ItemInput[] = [];
  for (let page = 1; ; page++) {
    const query = { page, nbItem: pageSize.max, orderBy: null, filters: [] };
    const { items, total } = await listItems(tx, resource, query, { lang: defaultLang, siteLang: defaultLang });
    for (const each of items.filter(({ archivedAt }) => archivedAt === null).map(({ item }) => item)) inputs.push(each);
    if (page * pageSize.max >= total) return inputs;
  }
}
