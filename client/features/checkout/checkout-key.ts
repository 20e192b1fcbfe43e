/** The key of the checkout draft in local storage. */
export const checkoutKey = (siteId: number): string => `cuvee-checkout-${siteId}`;
