/**
 * `isAny` is true once this document runs analytics services that the visitor has allowed. The router then opens the
 * pages of customers as documents of their own.
 */
export const allowedServices = { isAny: false };
