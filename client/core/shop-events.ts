import { createSingleSubscriberChannel } from '#client/core/single-subscriber-channel.ts';
import type { Cents } from '#shared/money.ts';

/** A variant in a shop event. The price is that of one unit after reductions, with VAT. */
export interface ShopEventItem {
  id: number;
  name: string;
  /** The vintage; empty for a product without one. */
  vintage: string;
  priceCents: Cents;
  quantity: number;
}

/** An action of a visitor in the shop, without personal data. */
export type ShopEvent =
  | { name: 'view_item' | 'add_to_cart' | 'begin_checkout'; items: readonly ShopEventItem[]; totalCents: Cents }
  | {
      name: 'purchase';
      orderNumber: string;
      items: readonly ShopEventItem[];
      /** The price of goods and shipping after the discount code, with VAT. */
      totalCents: Cents;
      shippingCents: Cents;
      vatCents: Cents;
    };

/**
 * Passes shop events to the analytics services of the estate. On a site without services the channel has no subscriber,
 * and only the first few events are kept.
 */
export const shopEventChannel = createSingleSubscriberChannel<ShopEvent>();
