import { and, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import { saveRows } from '#server/api/changes/save-rows.ts';
import { allocateIds, assignMissingIds } from '#server/api/database/ids.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { deleteRowByProperty, type SaveOutcome, type StoredRowWithoutSiteId } from '#server/api/database/table-rows.ts';
import { readEmbeddedImageLookup } from '#server/api/media/text-images.ts';
import { defineResource, type ItemInput, type Resource, refuseFirstItemIssue } from '#server/api/resources/resource.ts';
import { tags } from '#server/api/site/site-tables.ts';
import { productResourceSpec } from '#shared/catalogue/catalogue-input.ts';
import { findReferenceIssuesOfProduct } from '#shared/catalogue/find-reference-issues-of-product.ts';
import { findTooDistantPrices } from '#shared/catalogue/planned-price.ts';
import { getProductType, type ProductKind } from '#shared/catalogue/product-enums.ts';
import type { ProductInput } from '#shared/catalogue/product-input.ts';
import { toSchemaIssue } from '#shared/input-issue.ts';
import { centsToEuros } from '#shared/money.ts';
import { ok, refuse } from '#shared/outcome.ts';
import {
  boxContents,
  productImages,
  productMealIconLinks,
  products,
  productTagLinks,
  productTypeSql,
  readCapacity,
  recommendations,
  variants,
} from './catalogue-tables.ts';
import { queueNextPriceChange, recordPriceHistory } from './price-changes.ts';
import { findExistingProductReferences } from './product-references.ts';
import { toProductRows } from './product-rows.ts';
import { lockStock } from './stock-changes.ts';

/**
 * Saves a product with its variants, tags and images, and records changed prices. Omitted variants are deleted; omitted
 * tags and images are only removed from the product. After a refusal the transaction must be rolled back.
 */
export async function saveProduct(tx: SiteTx, product: ProductInput): Promise<SaveOutcome<'invalid_input'>> {
  const refusal = refuseFirstItemIssue(
    findReferenceIssuesOfProduct(product, await findExistingProductReferences(tx, product)),
  );
  if (refusal) return refusal;
  if (await isArchivedVariantInBox(tx, product)) return refuse('still_referenced', { values: { field: 'variants' } });
  const outcome = await insertCheckedProducts(tx, [product]);
  if (outcome.ok) await recordPriceHistory(tx);
  return outcome;
}

/** Saves products whose references the caller has checked. The caller records the price history. */
export async function insertCheckedProducts(
  tx: SiteTx,
  list: readonly ProductInput[],
): Promise<SaveOutcome<'invalid_input'>> {
  const now = new Date();
  for (const product of list) {
    const issues = findTooDistantPrices(product.variants, now).map(toSchemaIssue);
    if (issues.length > 0) return { ...refuse('invalid_input'), input: product, issues };
  }
  const descriptions = list.map(({ description }) => description);
  const slugs = list.flatMap((product) => product.tags);
  const context = {
    findPicture: await readEmbeddedImageLookup(tx, ...descriptions),
    tagLabels: await readTagLabels(tx, [...new Set(slugs)]),
    now,
  };
  const outcome = await saveRows(tx, toProductRows(list, context));
  if (outcome.ok) await queueNextPriceChange(tx);
  return outcome;
}

/** Checks whether a box contains a variant that the input archives. The box could no longer be sold. */
async function isArchivedVariantInBox(tx: SiteTx, product: ProductInput): Promise<boolean> {
  const archivedIds = product.variants.filter(({ isArchived }) => isArchived).map(({ id }) => id);
  return archivedIds.length > 0 && (await tx.$count(boxContents, inArray(boxContents.variantId, archivedIds))) > 0;
}

async function readTagLabels(tx: SiteTx, slugs: readonly string[]) {
  if (slugs.length === 0) return new Map();
  const rows = await tx
    .select({ slug: tags.slug, label: tags.label })
    .from(tags)
    .where(inArray(tags.slug, [...slugs]));
  return new Map(rows.map(({ slug, label }) => [slug, label]));
}

type StoredProduct = StoredRowWithoutSiteId<typeof products> & {
  variants: StoredRowWithoutSiteId<typeof variants>[];
  tags: StoredRowWithoutSiteId<typeof productTagLinks>[];
  mealIcons: StoredRowWithoutSiteId<typeof productMealIconLinks>[];
  images: StoredRowWithoutSiteId<typeof productImages>[];
  recommended: StoredRowWithoutSiteId<typeof recommendations>[];
  boxContents: StoredRowWithoutSiteId<typeof boxContents>[];
};

/** Converts a stored variant of a product to the input that saves it unchanged. The input has no quantity, so the stock stays. */
const variantRowToInput = (
  kind: ProductKind,
  {
    productId: _productId,
    position: _position,
    millilitres: _millilitres,
    price,
    plannedPrices,
    ...variant
  }: StoredRowWithoutSiteId<typeof variants>,
): ProductInput['variants'][number] => ({
  ...variant,
  ...readCapacity(kind, variant),
  price: centsToEuros(price),
  plannedPrices: plannedPrices.map((plan) => ({ ...plan, price: centsToEuros(plan.price) })),
});

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

/** Finds the items that orders contain. It is injected, because the catalogue must not depend on orders. */
interface OrderedItemsLookup {
  isProductOrdered(tx: SiteTx, productId: number): Promise<boolean>;
  findOrderedVariants(tx: SiteTx, variantIds: readonly number[]): Promise<number[]>;
}

/**
 * Adds to a product the stored variants that the input leaves out and that orders contain. They are added as archived
 * variants, because saving the input without them would delete them.
 */
async function addOmittedOrderedVariants(
  tx: SiteTx,
  product: ProductInput,
  { findOrderedVariants }: Pick<OrderedItemsLookup, 'findOrderedVariants'>,
): Promise<ProductInput> {
  const inputIds = product.variants.map(({ id }) => id);
  const omitted = await tx
    .select()
    .from(variants)
    .where(and(eq(variants.productId, product.id), notInArray(variants.id, inputIds)));
  if (omitted.length === 0) return product;
  const omittedIds = omitted.map(({ id }) => id);
  // An order in progress holds this lock until its lines are committed, so the next query cannot miss them.
  await lockStock(tx, omittedIds);
  const ordered = new Set(await findOrderedVariants(tx, omittedIds));
  const archived = omitted
    .filter(({ id }) => ordered.has(id))
    .map(({ siteId: _siteId, ...stored }) => ({ ...variantRowToInput(product.kind, stored), isArchived: true }));
  return { ...product, variants: [...product.variants, ...archived] };
}

/**
 * Deletes a product, or archives it if orders contain it. Refuses both if a box contains one of its variants. Saving an
 * archived product restores it.
 */
async function deleteOrArchiveProduct(
  tx: SiteTx,
  id: number,
  { isProductOrdered }: Pick<OrderedItemsLookup, 'isProductOrdered'>,
): Promise<SaveOutcome> {
  const rows = await tx.select({ id: variants.id }).from(variants).where(eq(variants.productId, id));
  const variantIds = rows.map((variant) => variant.id);
  // An order in progress holds this lock until its lines are committed, so the next query cannot miss them.
  await lockStock(tx, variantIds);
  if ((await tx.$count(boxContents, inArray(boxContents.variantId, variantIds))) > 0) return refuse('still_referenced');
  if (!(await isProductOrdered(tx, id))) return deleteUnorderedProduct(tx, id);
  await tx.update(products).set({ archivedAt: new Date() }).where(eq(products.id, id));
  return ok(null);
}

/**
 * Deletes a product that no order contains, and moves the site's job for planned prices to the next planned price of
 * the other products.
 */
async function deleteUnorderedProduct(tx: SiteTx, id: number): Promise<SaveOutcome> {
  const outcome = await deleteRowByProperty(tx, products, 'id', id);
  if (outcome.ok) await queueNextPriceChange(tx);
  return outcome;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Sets the id of a new discount to that of its product or variant, because discounts have no table that assigns ids.
 */
const withDiscountId = (owner: unknown, id: unknown): unknown =>
  isRecord(owner) && isRecord(owner.discount) && owner.discount.id === undefined
    ? { ...owner, discount: { ...owner.discount, id } }
    : owner;

function fillMissingDiscountIds(input: ItemInput): ItemInput {
  const variants = Array.isArray(input.variants) ? input.variants.map(completeVariant) : input.variants;
  return { ...(withDiscountId(input, input.id) as ItemInput), variants };
}

function completeVariant(variant: unknown): unknown {
  const completed = withDiscountId(variant, isRecord(variant) ? variant.id : undefined);
  if (!isRecord(completed) || !Array.isArray(completed.plannedPrices)) return completed;
  return { ...completed, plannedPrices: completed.plannedPrices.map((plan) => withDiscountId(plan, completed.id)) };
}

/** @param orderedItems Products and variants that orders contain are archived instead of deleted. */
export const defineProductResource = (orderedItems: OrderedItemsLookup): Resource<ProductInput> =>
  defineResource({
    ...productResourceSpec,
    table: products,
    listFieldSql: { type: productTypeSql },
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
