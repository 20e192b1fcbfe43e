import type { OverviewProduct } from '#shared/admin/product-overview-contract.ts';

/** The values that the list shows for a product with several variants. */
export interface ProductSummary {
  /** The lowest and the highest price in euros. */
  minPrice: number;
  maxPrice: number;
  /** The vintages, the latest first. */
  years: number[];
  /** The bottles that can be sold; null if this is null for all variants. */
  quantity: number | null;
}

/** Summarises the variants of a product. */
export function computeProductSummary({ variants }: Pick<OverviewProduct, 'variants'>): ProductSummary {
  const prices = variants.map(({ price }) => price);
  const counted = variants.flatMap(({ quantity }) => quantity ?? []);
  const years = new Set(variants.flatMap(({ year }) => year ?? []));
  return {
    minPrice: Math.min(...prices),
    maxPrice: Math.max(...prices),
    years: [...years].sort((a, b) => b - a),
    quantity: counted.length > 0 ? counted.reduce((sum, each) => sum + each, 0) : null,
  };
}
