/**
 * Reasons why a received payment exceeds what its order needs: the order was cancelled or returned, or another payment
 * had paid it.
 */
export const surplusPaymentReasons = ['order_cancelled', 'order_returned', 'already_paid'] as const;
export type SurplusPaymentReason = (typeof surplusPaymentReasons)[number];
