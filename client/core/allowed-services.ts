/**
 * `isAny` is true once the visitor has allowed analytics services, even before this document runs them. The router then
 * loads a new document for the pages of customers.
 */
export const allowedServices = { isAny: false };
