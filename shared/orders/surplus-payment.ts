/** Reasons why a received payment exceeds what its order needs: the order was cancelled, or another payment had paid it. */
export const surplusPaymentReasons = ['order_cancelled', 'already_paid'] as const;
export type SurplusPaymentReason = (typeof surplusPaymentReasons)[number];
