export const checkoutStorageKey = (siteId: number): string => `cuvee-checkout-${siteId}`;
