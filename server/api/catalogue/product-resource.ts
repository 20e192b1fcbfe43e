import { type SQL, sql } from 'drizzle-orm';
import { allocateIds, assignMissingIds } from '#server/api/database/allocate-ids.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { StoredRowWithoutSiteId } from '#server/api/database/table-rows.ts';
import { defineResource, type Resource } from '#server/api/resources/resource.ts';
import { productResourceSpec } from '#shared/catalogue/catalogue-resource-specs.ts';
import { getProductType } from '#shared/catalogue/product-enums.ts';
import type { ProductInput } from '#shared/catalogue/product-input.ts';
import { addOmittedOrderedVariants } from './add-omitted-ordered-variants.ts';
import { productMealIconLinks, productTagLinks } from './classification-tables.ts';
import { deleteOrArchiveProduct } from './delete-or-archive-product.ts';
import { fillMissingDiscountIds } from './fill-missing-discount-ids.ts';
import type { OrderedItemsLookup } from './ordered-items-lookup.ts';
import { boxContents, productImages, products, recommendations, variants } from './product-tables.ts';
import { saveProduct } from './save-product.ts';
import { variantRowToInput } from './variant-row-to-input.ts';

type StoredProduct = StoredRowWithoutSiteId<typeof products> & {
  variants: StoredRowWithoutSiteId<typeof variants>[];
  tags: StoredRowWithoutSiteId<typeof productTagLinks>[];
  mealIcons: StoredRowWithoutSiteId<typeof productMealIconLinks>[];
  images: StoredRowWithoutSiteId<typeof productImages>[];
  recommended: StoredRowWithoutSiteId<typeof recommendations>[];
  boxContents: StoredRowWithoutSiteId<typeof boxContents>[];
};

/**
 * Converts a stored product to its input. The input has no quantities, so that saving it leaves the stock unchanged.
 */
const toStoredProductInput = ({
  html,
  searchText: _searchText,
  archivedAt: _archivedAt,
  ...stored
}: StoredProduct) => ({
  ...stored,
  type: getProductType(stored.kind),
  sellByMultipleOf: 1,
  description: { html },
  variants: stored.variants.map((variant) => variantRowToInput(stored.kind, variant)),
  tags: stored.tags.map(({ tag }) => tag),
  mealIcons: stored.mealIcons.map(({ mealIconId }) => mealIconId),
  images: stored.images.map(({ imageId }) => imageId),
  recommended: stored.recommended.map(({ recommendedId }) => recommendedId),
  boxContents: stored.boxContents.map(({ variantId, quantity }) => ({ variantId, quantity })),
});

/** The names of bottle sizes as staff type them, by their volume in millilitres. */
const formatNames: readonly (readonly [millilitres: number, names: string])[] = [
  [375, 'demi-bouteille demi half'],
  [1_500, 'magnum'],
  [3_000, 'jéroboam jeroboam'],
  [6_000, 'mathusalem methuselah impériale'],
];

/** Returns the SQL for the references, vintages and formats of a product's variants, for example "M22 2022 75 cl". */
function variantTextSql(): SQL {
  const { capacity, capacityUnit, reference, year, millilitres } = variants;
  const isVoucher = sql`${products.kind} = 'voucher'`;
  const names = formatNames.map(([size, text]) => sql`when ${millilitres} = ${size} then ${text}`);
  const capacityText = sql`case when not ${isVoucher} then
    trim_scale(${capacity}) || case ${capacityUnit} when 'LITER' then ' l' else ' cl' end end`;
  const text = sql`concat_ws(' ', ${reference}, ${year}, ${capacityText}, case ${sql.join(names, sql` `)} end)`;
  return sql`(select string_agg(${text}, ' ') from ${variants}
    where ${variants.siteId} = ${products.siteId} and ${variants.productId} = ${products.id}
      and not ${variants.isArchived})`;
}

/**
 * Defines how staff edit products.
 * @param orderedItems Products and variants that orders contain are archived instead of deleted.
 */
export const defineProductResource = (orderedItems: OrderedItemsLookup): Resource =>
  defineResource({
    ...productResourceSpec,
    table: products,
    searchedTextSql: variantTextSql,
    parts: {
      variants: { table: variants, foreignKey: 'productId' },
      tags: { table: productTagLinks, foreignKey: 'productId' },
      mealIcons: { table: productMealIconLinks, foreignKey: 'productId' },
      images: { table: productImages, foreignKey: 'productId' },
      recommended: { table: recommendations, foreignKey: 'productId' },
      boxContents: { table: boxContents, foreignKey: 'productId' },
    },
    save: async (tx: SiteTx, product: ProductInput) =>
      saveProduct(tx, await addOmittedOrderedVariants(tx, product, orderedItems)),
    toInput: toStoredProductInput,
    completeInput: async (tx, input) =>
      fillMissingDiscountIds({ ...input, variants: await assignMissingIds(tx, variants, input.variants) }),
    remove: async (tx, key) => {
      await allocateIds(tx, variants, 0);
      return deleteOrArchiveProduct(tx, Number(key), orderedItems);
    },
  });
