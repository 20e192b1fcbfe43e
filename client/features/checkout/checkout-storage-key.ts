export const getCheckoutStorageKeyOfSite = (siteId: number): string => `cuvee-checkout-${siteId}`;
