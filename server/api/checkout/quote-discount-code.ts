import { type CartLineInput, resolveCartLinesIgnoringStock } from '#server/api/cart/resolve-cart-lines.ts';
import { readSellableItems } from '#server/api/catalogue/catalogue.ts';
import type { RequestContext } from '#server/api/contract/request-context.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { checkDiscountCode } from '#server/api/discounts/check-code.ts';
import { computeCartTotals } from '#shared/cart/cart-totals.ts';
import { computeGoodsPrice } from '#shared/cart/line-price.ts';
import type { checkoutContract } from '#shared/checkout/checkout-contract.ts';
import type { DiscountCodeRefusal } from '#shared/discounts/discount-code.ts';
import type { DataOf } from '#shared/endpoint.ts';
import { type Cents, centsToEuros } from '#shared/money.ts';
import { type Outcome, ok } from '#shared/outcome.ts';

export interface DiscountCodeQuoteInput {
  code: string;
  products: readonly CartLineInput[];
  shippingFees: Cents;
  /** The email address, in lower case, whose earlier uses of the discount code count; null for an anonymous caller. */
  emailKey: string | null;
}

type QuotedCode = DataOf<(typeof checkoutContract)['POST /order/discount']>;

/** Computes the discount that a code gives on a cart (docs/rules.md, "Codes"). */
export async function quoteDiscountCode(
  tx: SiteTx,
  { code, products, shippingFees, emailKey }: DiscountCodeQuoteInput,
  context: RequestContext,
): Promise<Outcome<QuotedCode, 'unknown_products' | 'quantity_step' | 'code_unknown' | DiscountCodeRefusal>> {
  const ids = products.map(({ id }) => id);
  const { items } = await readSellableItems(tx, ids);
  const checked = resolveCartLinesIgnoringStock(products, items, context.translate);
  if (!checked.ok) return checked;
  const lines = checked.value;
  const valid = await checkDiscountCode(
    tx,
    code,
    { goods: computeGoodsPrice(lines), emailKey, field: 'code' },
    context,
  );
  if (!valid.ok) return valid;
  const { id, code: storedCode, reduction } = valid.value;
  const totals = computeCartTotals(lines, reduction, shippingFees);
  return ok({
    id,
    code: storedCode,
    type: reduction.type,
    amount: reduction.amount,
    detailType: reduction.detailType,
    value: centsToEuros(totals.discount),
    subtotal: centsToEuros(totals.subtotal),
    shippingFees: centsToEuros(totals.shippingFees),
    total: centsToEuros(totals.total),
  });
}
