import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { listItems } from '#server/api/resources/list-items.ts';
import type { ItemInput, Resource } from '#server/api/resources/resource.ts';
import { defaultLang, languages } from '#shared/languages.ts';
import { pageSize } from '#shared/limits.ts';

/** Reads all items of a resource as inputs, in the order of its list. Archived items are left out. */
export async function readUnarchivedItems(tx: SiteTx, resource: Resource): Promise<ItemInput[]> {
  const inputs: ItemInput[] = [];
  for (let page = 1; ; page++) {
    const query = { page, nbItem: pageSize.max, orderBy: null, filters: [] };
    const inLanguages = { lang: defaultLang, siteLang: defaultLang, itemLanguages: languages };
    const { items, total } = await listItems(tx, resource, query, inLanguages);
    for (const { archivedAt, item } of items) if (archivedAt === null) inputs.push(item);
    if (page * pageSize.max >= total) return inputs;
  }
}
