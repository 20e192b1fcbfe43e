export const orderMailKinds = [
  'order-confirmation',
  'order-notice',
  'order-cancellation-notice',
  'order-surplus-payment-notice',
  'order-payment-reminder',
  'order-vouchers',
  'order-paid',
  'order-ready',
  'order-shipped',
  'order-tracking-corrected',
  'order-cancelled',
  'order-cancelled-by-customer',
  'order-lapsed',
  'order-refunded',
  'review-invitation',
  'review-rejected',
  'withdrawal-acknowledgement',
  'withdrawal-notice',
] as const;
export type OrderMailKind = (typeof orderMailKinds)[number];

/**
 * Checks whether a kind of mail is one of `orderMailKinds`; an older version may have sent other kinds of mails about
 * orders.
 */
export const isOrderMailKind = (kind: string): kind is OrderMailKind => orderMailKinds.some((known) => known === kind);
