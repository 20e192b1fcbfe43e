import type { ItemLine } from '#shared/catalogue/sellable-item.ts';
import type { Reduction } from '#shared/catalogue/unit-price.ts';
import { codeValue } from '#shared/discounts/discount-code.ts';
import type { Cents } from '#shared/money.ts';
import { bottleCount } from '#shared/shipping/bottle-count.ts';
import { goodsPrice } from './line-price.ts';
import { type VatShare, vatShares } from './vat.ts';

/** What a cart or order costs. Cents with VAT; `total` is `subtotal` and `shippingFees` less `discount`. */
export interface CartTotals {
  bottles: number;
  /** The goods after the discounts of their lines, before the code. */
  subtotal: Cents;
  /** What the code takes off, wherever it takes it from. */
  discount: Cents;
  /** Before the code. */
  shippingFees: Cents;
  total: Cents;
  vat: VatShare[];
}

/** The goods after every discount that touches them, which is what free shipping looks at. A code on the fee touches none. */
export function goodsAfterCode(lines: readonly ItemLine[], code: Reduction | null): Cents {
  const goods = goodsPrice(lines);
  if (!code || code.detailType === 'SHIPPING_FEES') return goods;
  return goods - codeValue(code, goods, 0).value;
}

/** Adds up a cart with its code and the shipping fee (0 where nothing is shipped). */
export function cartTotals(lines: readonly ItemLine[], code: Reduction | null, shippingFees: Cents): CartTotals {
  const subtotal = goodsPrice(lines);
  const taken = code ? codeValue(code, subtotal, shippingFees) : null;
  const discount = taken?.value ?? 0;
  const fromGoods = taken?.from === 'goods' ? discount : 0;
  return {
    bottles: bottleCount(lines),
    subtotal,
    discount,
    shippingFees,
    total: subtotal + shippingFees - discount,
    vat: vatShares(lines, fromGoods, shippingFees - (discount - fromGoods)),
  };
}
