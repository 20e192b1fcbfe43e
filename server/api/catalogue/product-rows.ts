import { createTableRows, type RowsOfTable } from '#server/api/database/table-rows.ts';
import type { FindTextImageAttributes } from '#server/api/media/text-images.ts';
import { renderLocalizedRichText } from '#server/api/site/render-text.ts';
import { applyDuePlannedPrices } from '#shared/catalogue/planned-price.ts';
import type { ProductInput } from '#shared/catalogue/product-input.ts';
import type { Localized } from '#shared/localized.ts';
import { eurosToCents } from '#shared/money.ts';
import {
  boxContents,
  productImages,
  productMealIconLinks,
  products,
  productTagLinks,
  readCapacity,
  recommendations,
  stock,
  toStoredCapacity,
  toStoredProductType,
  variants,
} from './catalogue-tables.ts';
import { createProductSearchText } from './update-search-texts.ts';

interface ProductRowContext {
  findPicture: FindTextImageAttributes;
  /** The time of the save. Planned prices that have begun apply. */
  now: Date;
  /** Labels of tags by slug, which become part of the search text. */
  tagLabels: ReadonlyMap<string, Localized>;
}

export const toProductRows = (list: readonly ProductInput[], context: ProductRowContext): RowsOfTable[] => [
  createTableRows(
    products,
    list.map((product) => productRow(product, context)),
  ),
  ...variantRows(list, context.now),
  ...linkRows(list),
];

type ProductRow = Omit<typeof products.$inferInsert, 'siteId'>;

function productRow(product: ProductInput, { findPicture, tagLabels }: ProductRowContext): ProductRow {
  const { variants, sellByMultipleOf, description, tags, mealIcons, images, recommended, boxContents, ...columns } =
    product;
  return {
    ...columns,
    type: toStoredProductType(product.kind),
    html: renderLocalizedRichText(description, findPicture),
    tasting: product.tasting ?? { eye: '', nose: '', mouth: '' },
    archivedAt: null,
    searchText: createProductSearchText(
      product,
      tags.map((tag) => tagLabels.get(tag) ?? ''),
    ),
  };
}

function variantRows(list: readonly ProductInput[], now: Date): RowsOfTable[] {
  const inputs = list.flatMap((product) =>
    product.variants.map((variant, position) => ({
      ...applyDuePlannedPrices(variant, now),
      ...toStoredCapacity(readCapacity(product.kind, variant)),
      productId: product.id,
      position,
      sellByMultipleOf: variant.sellByMultipleOf ?? product.sellByMultipleOf,
    })),
  );
  const stocked = inputs.flatMap(({ id, quantity }) => (quantity === undefined ? [] : [{ variantId: id, quantity }]));
  return [
    createTableRows(
      variants,
      inputs.map(({ quantity: _, price, plannedPrices, ...variant }) => ({
        ...variant,
        price: eurosToCents(price),
        plannedPrices: plannedPrices.map((plan) => ({
          ...plan,
          from: new Date(plan.from).toISOString(),
          price: eurosToCents(plan.price),
        })),
      })),
      { productId: list.map(({ id }) => id) },
    ),
    // The rows are sorted by id, because orders lock stock rows in this sequence; another sequence could cause
    // deadlocks.
    createTableRows(
      stock,
      stocked.toSorted((a, b) => a.variantId - b.variantId),
    ),
  ];
}

function linkRows(list: readonly ProductInput[]): RowsOfTable[] {
  const replaces = { productId: list.map(({ id }) => id) };
  return [
    createTableRows(
      productTagLinks,
      list.flatMap(({ id, tags }) => tags.map((tag) => ({ productId: id, tag }))),
      replaces,
    ),
    createTableRows(
      productMealIconLinks,
      list.flatMap(({ id, mealIcons }) =>
        mealIcons.map((mealIconId, position) => ({ productId: id, mealIconId, position })),
      ),
      replaces,
    ),
    createTableRows(
      productImages,
      list.flatMap(({ id, images }) => images.map((imageId, position) => ({ productId: id, imageId, position }))),
      replaces,
    ),
    ...toProductRelationRows(list),
  ];
}

type ProductRelations = Pick<ProductInput, 'id' | 'recommended' | 'boxContents'>;

/** Converts the references of products to other products. The panel's product import saves them after all products. */
export function toProductRelationRows(list: readonly ProductRelations[]): RowsOfTable[] {
  const replaces = { productId: list.map(({ id }) => id) };
  return [
    createTableRows(
      recommendations,
      list.flatMap(({ id, recommended }) =>
        recommended.map((recommendedId, position) => ({ productId: id, recommendedId, position })),
      ),
      replaces,
    ),
    createTableRows(
      boxContents,
      list.flatMap(({ id, boxContents }) =>
        boxContents.map((content, position) => ({ ...content, productId: id, position })),
      ),
      replaces,
    ),
  ];
}
