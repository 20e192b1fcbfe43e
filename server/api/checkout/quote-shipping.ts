import { resolveCartLinesIgnoringStock } from '#server/api/cart/resolve-cart-lines.ts';
import {
  resolveVariantsOfCartLines,
  type UnresolvedCartLine,
} from '#server/api/cart/resolve-variants-of-cart-lines.ts';
import { readSellableItemsOfProducts } from '#server/api/catalogue/catalogue.ts';
import type { RequestContext } from '#server/api/contract/request-context.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { checkDiscountCode } from '#server/api/discounts/check-code.ts';
import {
  carrierOfferToOption,
  createBottleCountRefusal,
  readShippingConfig,
} from '#server/api/shipping/shipping-config.ts';
import { computeGoodsPriceAfterCode } from '#shared/cart/cart-totals.ts';
import { computeGoodsPrice } from '#shared/cart/line-price.ts';
import type { DiscountCodeRefusal } from '#shared/discounts/discount-code.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { type BottleCountRefusal, findBottleCountRefusal, listCarrierOffers } from '#shared/shipping/shipping.ts';
import type { CarrierOption } from '#shared/shipping/shipping-contract.ts';
import { determineShippingZone } from '#shared/shipping/shipping-zone.ts';

export interface ShippingQuoteInput {
  products: readonly UnresolvedCartLine[];
  postalCode: string;
  /** Country of the destination as ISO 3166-1 alpha-2 code. */
  country: string;
  code: string | undefined;
  /** The email address, in lower case, whose earlier uses of the discount code count; null for an anonymous caller. */
  emailKey: string | null;
}

type QuoteRefusal =
  | 'unknown_products'
  | 'variant_needed'
  | 'quantity_step'
  | 'no_carrier'
  | 'code_unknown'
  | DiscountCodeRefusal
  | BottleCountRefusal;

/**
 * Returns the carriers that ship a cart to a destination with their fees, the cheapest first (docs/rules.md,
 * "Shipping").
 */
export async function quoteShipping(
  tx: SiteTx,
  { products, postalCode, country, code, emailKey }: ShippingQuoteInput,
  context: RequestContext,
): Promise<Outcome<CarrierOption[], QuoteRefusal>> {
  const ids = products.map(({ idProduct }) => idProduct);
  const { items } = await readSellableItemsOfProducts(tx, ids);
  const resolved = resolveVariantsOfCartLines(products, items, context.translate);
  if (!resolved.ok) return resolved;
  const checked = resolveCartLinesIgnoringStock(resolved.value, items, context.translate);
  if (!checked.ok) return checked;
  const lines = checked.value;
  const { carriers, rules } = await readShippingConfig(tx, context.pickLanguage);
  const refusal = findBottleCountRefusal(lines, rules);
  if (refusal) return createBottleCountRefusal(refusal, lines, rules);
  const codeContext = { goods: computeGoodsPrice(lines), emailKey, field: 'code' };
  const checkedCode = code ? await checkDiscountCode(tx, code, codeContext, context) : ok(null);
  if (!checkedCode.ok) return checkedCode;
  const cart = { lines, goods: computeGoodsPriceAfterCode(lines, checkedCode.value?.reduction ?? null) };
  const offers = listCarrierOffers(carriers, determineShippingZone(country, postalCode), cart, rules);
  return offers.length > 0 ? ok(offers.map(carrierOfferToOption)) : refuse('no_carrier');
}
