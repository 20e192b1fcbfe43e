import type { ItemLine } from '#shared/catalogue/sellable-item.ts';
import type { Reduction } from '#shared/catalogue/unit-price.ts';
import { codeValue } from '#shared/discounts/discount-code.ts';
import type { Cents } from '#shared/money.ts';
import { bottleCount } from '#shared/shipping/bottle-count.ts';
import { goodsPrice } from './line-price.ts';
import { type VatShare, vatShares } from './vat.ts';

/** The sums of a cart or order in cents with VAT: `total` is `subtotal` plus `shippingFees` less `discount`. */
export interface CartTotals {
  bottles: number;
  /** The goods after the discounts of their lines, before the code. */
  subtotal: Cents;
  /** The code's discount, on the goods or on the fee. */
  discount: Cents;
  /** Before the code. */
  shippingFees: Cents;
  total: Cents;
  vat: VatShare[];
}

/** The price of the goods after all discounts on them, to which the threshold of free shipping applies. */
export function goodsAfterCode(lines: readonly ItemLine[], code: Reduction | null): Cents {
  const goods = goodsPrice(lines);
  if (!code || code.detailType === 'SHIPPING_FEES') return goods;
  return goods - codeValue(code, goods, 0).value;
}

/** @param shippingFees Before the code; 0 without shipping. */
export function cartTotals(lines: readonly ItemLine[], code: Reduction | null, shippingFees: Cents): CartTotals {
  const subtotal = goodsPrice(lines);
  const reduction = code ? codeValue(code, subtotal, shippingFees) : null;
  const discount = reduction?.value ?? 0;
  const fromGoods = reduction?.from === 'goods' ? discount : 0;
  return {
    bottles: bottleCount(lines),
    subtotal,
    discount,
    shippingFees,
    total: subtotal + shippingFees - discount,
    vat: vatShares(lines, fromGoods, shippingFees - (discount - fromGoods)),
  };
}
