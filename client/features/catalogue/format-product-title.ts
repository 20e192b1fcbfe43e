import type { Product, Variant } from '#shared/catalogue/catalogue-contract.ts';

/** Formats the product's name followed by the vintage, unless the name already contains the vintage. */
export const formatProductTitle = ({ name }: Pick<Product, 'name'>, { year }: Pick<Variant, 'year'>): string =>
  year === null || name.includes(String(year)) ? name : `${name} ${year}`;
