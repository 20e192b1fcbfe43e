import type { ProductKind } from './catalogue-contract.ts';

export interface AddressedProduct {
  id: number;
  slug: string;
  kind: ProductKind;
}

export type ProductPrefix = 'wines' | 'products';

/** Juices and boxes are under `/products`, all other drinks under `/wines`. The other prefix redirects with 301. */
export function productPrefix(kind: ProductKind): ProductPrefix {
  return kind === 'juice' || kind === 'box' ? 'products' : 'wines';
}

/** `/wines/cognac-vs/19`; without a slug `/wines/19`. */
export function productPath({ id, slug, kind }: AddressedProduct): string {
  return `/${productPrefix(kind)}/${slug ? `${slug}/` : ''}${id}`;
}

/**
 * `/wines/rose-aube/6/detail/110`.
 * @returns null for products outside `/wines`, which have one address for all their variants.
 */
export function variantPath(product: AddressedProduct, variantId: number): string | null {
  return productPrefix(product.kind) === 'wines' && product.slug ? `${productPath(product)}/detail/${variantId}` : null;
}

/** `/wines/merlot-la-garenne/7/2022`; null as for `variantPath`. */
export function vintagePath(product: AddressedProduct, year: number): string | null {
  return productPrefix(product.kind) === 'wines' && product.slug ? `${productPath(product)}/${year}` : null;
}
