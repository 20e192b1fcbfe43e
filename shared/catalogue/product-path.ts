import type { ProductKind } from './catalogue-contract.ts';

export interface ProductPathFields {
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
export function productPath({ id, slug, kind }: ProductPathFields): string {
  return `/${productPrefix(kind)}/${slug ? `${slug}/` : ''}${id}`;
}

/**
 * `/wines/rose-aube/6/detail/110`.
 * @returns null for products outside `/wines`, which have one URL path for all their variants.
 */
export function variantPath(product: ProductPathFields, variantId: number): string | null {
  return productPrefix(product.kind) === 'wines' && product.slug ? `${productPath(product)}/detail/${variantId}` : null;
}

/** `/wines/merlot-la-garenne/7/2022`; null as for `variantPath`. */
export function vintagePath(product: ProductPathFields, year: number): string | null {
  return productPrefix(product.kind) === 'wines' && product.slug ? `${productPath(product)}/${year}` : null;
}
