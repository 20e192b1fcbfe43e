/** The key of the checkout draft in local storage. */
export const checkoutStorageKey = (siteId: number): string => `cuvee-checkout-${siteId}`;
