import type { ProductKind } from './catalogue-contract.ts';

export interface ProductPathFields {
  id: number;
  slug: string;
  kind: ProductKind;
}

export type ProductPathPrefix = 'wines' | 'products';

/** Juices and boxes are under `/products`, all other drinks under `/wines`. The other prefix redirects with 301. */
export function getProductPathPrefix(kind: ProductKind): ProductPathPrefix {
  return kind === 'juice' || kind === 'box' ? 'products' : 'wines';
}

/** `/wines/cognac-vs/19`; without a slug `/wines/19`. */
export function buildProductPath({ id, slug, kind }: ProductPathFields): string {
  return `/${getProductPathPrefix(kind)}/${slug ? `${slug}/` : ''}${id}`;
}

/**
 * `/wines/rose-aube/6/detail/110`.
 * @returns null for products outside `/wines`, which have one URL path for all their variants.
 */
export function buildVariantPath(product: ProductPathFields, variantId: number): string | null {
  return getProductPathPrefix(product.kind) === 'wines' && product.slug
    ? `${buildProductPath(product)}/detail/${variantId}`
    : null;
}

/** `/wines/merlot-la-garenne/7/2022`; null as for `buildVariantPath`. */
export function buildVintagePath(product: ProductPathFields, year: number): string | null {
  return getProductPathPrefix(product.kind) === 'wines' && product.slug ? `${buildProductPath(product)}/${year}` : null;
}
