import type { SellableLine } from '#shared/catalogue/sellable-item.ts';
import type { DiscountPriceFields } from '#shared/catalogue/unit-price.ts';
import { computeDiscountCodeDeduction } from '#shared/discounts/discount-code.ts';
import type { Cents } from '#shared/money.ts';
import { countBottlesToShip } from '#shared/shipping/count-bottles-to-ship.ts';
import { computeGoodsPrice } from './line-price.ts';
import { computeVatShares, type VatShare } from './vat.ts';

/**
 * The sums of a cart or order: `bottles` as `countBottlesToShip` counts them, and amounts in cents with VAT. `total`
 * is `subtotal` plus `shippingFees` less `discount`.
 */
export interface CartTotals {
  bottles: number;
  /** The price of the goods after the discounts of their lines and before the discount code. */
  subtotal: Cents;
  /** The amount that the discount code deducts from the goods or from the shipping fee. */
  discount: Cents;
  /** The shipping fee before the discount code. */
  shippingFees: Cents;
  total: Cents;
  vat: VatShare[];
}

/**
 * Computes the price of the goods after all discounts on them, the discount code included. Free shipping depends on
 * this price.
 */
export function computeGoodsPriceAfterCode(lines: readonly SellableLine[], code: DiscountPriceFields | null): Cents {
  const goods = computeGoodsPrice(lines);
  if (!code || code.detailType === 'SHIPPING_FEES') return goods;
  return goods - computeDiscountCodeDeduction(code, goods, 0).value;
}

/** @param shippingFees the fee in cents before the discount code; 0 without shipping */
export function computeCartTotals(
  lines: readonly SellableLine[],
  code: DiscountPriceFields | null,
  shippingFees: Cents,
): CartTotals {
  const subtotal = computeGoodsPrice(lines);
  const reduction = code ? computeDiscountCodeDeduction(code, subtotal, shippingFees) : null;
  const discount = reduction?.value ?? 0;
  const fromGoods = reduction?.from === 'goods' ? discount : 0;
  return {
    bottles: countBottlesToShip(lines),
    subtotal,
    discount,
    shippingFees,
    total: subtotal + shippingFees - discount,
    vat: computeVatShares(lines, fromGoods, shippingFees - (discount - fromGoods)),
  };
}
