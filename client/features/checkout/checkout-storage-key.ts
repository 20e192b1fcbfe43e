export const getCheckoutStorageKey = (siteId: number): string => `cuvee-checkout-${siteId}`;
