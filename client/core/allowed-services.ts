/**
 * `isAny` is true once the visitor has allowed analytics services, even before this document runs them. The router then
 * opens the pages of customers as documents of their own.
 */
export const allowedServices = { isAny: false };
