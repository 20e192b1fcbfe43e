import type { PriceListRowChange, PriceListRowConflict } from '#shared/admin/price-list-contract.ts';
import type { OverviewProduct } from '#shared/admin/product-overview-contract.ts';

/** The texts that the user has entered for one variant; absent where nothing was entered. */
export interface EnteredRow {
  price?: string;
  quantity?: string;
}

export interface PriceListVariant {
  product: OverviewProduct;
  variant: OverviewProduct['variants'][number];
}

/** The errors of the values entered for one variant. Each is the key of a text, or a message of the API. */
export interface RowErrors {
  price?: string;
  quantity?: string;
}

export const listVariantsOfUnarchivedProducts = (products: readonly OverviewProduct[]): PriceListVariant[] =>
  products
    .filter(({ archivedAt }) => archivedAt === null)
    .flatMap((product) => product.variants.map((variant) => ({ product, variant })));

export const applyValuesStoredByOthers = (
  variants: readonly PriceListVariant[],
  stale: ReadonlyMap<number, PriceListRowConflict>,
): PriceListVariant[] =>
  variants.map((row) => {
    const { price, stock } = stale.get(row.variant.id) ?? {};
    return { ...row, variant: { ...row.variant, ...(price !== undefined && { price }), ...stock } };
  });

export const parseDecimalEurosOrNaN = (text: string): number =>
  /^\d+([.,]\d{1,2})?$/.test(text.trim()) ? Number(text.replace(',', '.')) : Number.NaN;
const parseWhole = (text: string): number => (/^\d{1,8}$/.test(text.trim()) ? Number(text) : Number.NaN);

export function findInvalidNumbers(entered: ReadonlyMap<number, EnteredRow>): Map<number, RowErrors> {
  const errors = new Map<number, RowErrors>();
  for (const [id, { price, quantity }] of entered) {
    const row: RowErrors = {};
    if (price !== undefined && !(parseDecimalEurosOrNaN(price) > 0)) row.price = 'admin-catalogue.prices.invalidPrice';
    if (quantity !== undefined && Number.isNaN(parseWhole(quantity)))
      row.quantity = 'admin-catalogue.prices.invalidQuantity';
    if (row.price || row.quantity) errors.set(id, row);
  }
  return errors;
}

/** Converts the entered values to the rows that the API saves. Values that equal the stored ones are left out. */
export function toPriceChanges(
  variants: readonly PriceListVariant[],
  entered: ReadonlyMap<number, EnteredRow>,
): PriceListRowChange[] {
  return variants.flatMap(({ product, variant }): PriceListRowChange[] => {
    const { price, quantity } = entered.get(variant.id) ?? {};
    const nextPrice = price === undefined ? variant.price : parseDecimalEurosOrNaN(price);
    const nextQuantity = quantity === undefined ? variant.quantity : parseWhole(quantity);
    const hasPrice = nextPrice !== variant.price;
    const stock = { shown: variant.quantity ?? 0, next: nextQuantity ?? 0 };
    const hasStock = variant.quantity !== null && stock.next !== stock.shown;
    if (!hasPrice && !hasStock) return [];
    return [
      {
        idProduct: product.id,
        idVariant: variant.id,
        ...(hasPrice && { price: { shown: variant.price, next: nextPrice } }),
        ...(hasStock && { stock: { ...stock, lastMovement: variant.lastMovement } }),
      },
    ];
  });
}

/** Assigns the API's errors, with fields such as `rows.2.price`, to the variants of the rows. */
export function toRowErrors(
  rows: readonly Pick<PriceListRowChange, 'idVariant'>[],
  errors: Readonly<Record<string, string>>,
): Map<number, RowErrors> {
  const result = new Map<number, RowErrors>();
  for (const [path, message] of Object.entries(errors)) {
    const [, index, field] = path.split('.');
    const row = rows[Number(index)];
    if (!row) continue;
    const column = field === 'stock' ? 'quantity' : 'price';
    result.set(row.idVariant, { ...result.get(row.idVariant), [column]: message });
  }
  return result;
}
