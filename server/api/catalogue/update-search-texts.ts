import { eq, inArray, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { tags } from '#server/api/site/site-tables.ts';
import { readTextsByLanguage } from '#server/read-texts.ts';
import { buildSearchText } from '#shared/build-search-text.ts';
import { type ProductKind, productKinds } from '#shared/catalogue/product-enums.ts';
import { languages } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';
import { products, productTagLinks } from './catalogue-tables.ts';

/** Updates the search text of all products with one of these tags, because the text includes the tags' labels. */
export async function updateSearchTextsOfTags(tx: SiteTx, slugs: readonly string[]): Promise<void> {
  if (slugs.length === 0) return;
  const tagged = await tx
    .select({ id: productTagLinks.productId })
    .from(productTagLinks)
    .where(inArray(productTagLinks.tag, [...slugs]));
  await updateSearchTextsOfProducts(
    tx,
    tagged.map(({ id }) => id),
  );
}

/** Additional search words for each kind of product, such as the words that customers type for it. */
const synonyms = readTextsByLanguage<ProductKind, string>('search-words', productKinds);

const kindSynonyms = (kind: ProductKind): string[] => languages.map((lang) => synonyms[lang][kind]);

interface SearchedProduct {
  kind: ProductKind;
  name: Localized;
  appellation: Localized;
  summary: Localized;
  facts: readonly { text: Localized }[];
}

export const createProductSearchText = (
  { kind, name, appellation, summary, facts }: SearchedProduct,
  tagLabels: readonly Localized[],
): string =>
  buildSearchText([name, appellation, summary, ...kindSynonyms(kind), ...tagLabels, ...facts.map(({ text }) => text)]);

export async function updateSearchTextsOfProducts(tx: SiteTx, productIds: readonly number[]): Promise<void> {
  if (productIds.length === 0) return;
  const tagged = [...new Set(productIds)];
  const { id, kind, name, appellation, summary, facts } = products;
  const list = await tx
    .select({ id, kind, name, appellation, summary, facts })
    .from(products)
    .where(inArray(products.id, tagged));
  const labels = await tx
    .select({ productId: productTagLinks.productId, label: tags.label })
    .from(productTagLinks)
    .innerJoin(tags, eq(tags.slug, productTagLinks.tag))
    .where(inArray(productTagLinks.productId, tagged))
    .orderBy(tags.position);
  const byProduct = Map.groupBy(labels, ({ productId }) => productId);
  const texts = list.map((product) => ({
    id: product.id,
    text: createProductSearchText(
      product,
      (byProduct.get(product.id) ?? []).map(({ label }) => label),
    ),
  }));
  await tx.execute(sql`
    update products as p set search_text = t.text
      from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as t(id integer, text text)
     where p.id = t.id and p.search_text is distinct from t.text`);
}
