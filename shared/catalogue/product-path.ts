import type { ProductKind } from './catalogue-contract.ts';
import { isDrinkKind } from './product-enums.ts';

export interface ProductPathFields {
  id: number;
  slug: string;
  kind: ProductKind;
}

type FirstProductPathSegment = 'wines' | 'products';

/**
 * Returns the first segment of a product's URL path: `products` for juices, boxes and vouchers, `wines` for all other
 * drinks. A URL with the wrong prefix is redirected with 301.
 */
export function getFirstProductPathSegment(kind: ProductKind): FirstProductPathSegment {
  return kind !== 'juice' && isDrinkKind(kind) ? 'wines' : 'products';
}

/** Builds the URL path of a product, such as `/wines/cognac-vs/19`, or `/wines/19` without a slug. */
export function buildProductPath({ id, slug, kind }: ProductPathFields): string {
  return `/${getFirstProductPathSegment(kind)}/${slug ? `${slug}/` : ''}${id}`;
}

/**
 * Builds the URL path of a variant, such as `/wines/rose-aube/6/detail/110`.
 * @returns null without a slug, and for products below `/products`, whose variants share one URL path
 */
export function buildVariantPath(product: ProductPathFields, variantId: number): string | null {
  return getFirstProductPathSegment(product.kind) === 'wines' && product.slug
    ? `${buildProductPath(product)}/detail/${variantId}`
    : null;
}

/**
 * Builds the URL path of a vintage, such as `/wines/merlot-la-garenne/7/2022`.
 * @returns null without a slug, and for products below `/products`
 */
export function buildVintagePath(product: ProductPathFields, year: number): string | null {
  return getFirstProductPathSegment(product.kind) === 'wines' && product.slug
    ? `${buildProductPath(product)}/${year}`
    : null;
}
