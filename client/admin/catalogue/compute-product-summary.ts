import type { OverviewProduct } from '#shared/admin/product-overview-contract.ts';

/** The values that the list shows for a product with several variants. */
export interface ProductSummary {
  /** The lowest and the highest price in euros. */
  minPrice: number;
  maxPrice: number;
  /** The vintages, the latest first. */
  years: number[];
  /** The counted bottles that can be sold; null if only variants without a counted stock can be sold. */
  quantity: number | null;
}

export function computeProductSummary({ variants }: Pick<OverviewProduct, 'variants'>): ProductSummary {
  const prices = variants.map(({ price }) => price);
  const counted = variants.flatMap(({ quantity }) => quantity ?? []);
  const total = counted.reduce((sum, each) => sum + each, 0);
  const isCounted = counted.length > 0 && (total > 0 || counted.length === variants.length);
  const years = new Set(variants.flatMap(({ year }) => year ?? []));
  return {
    minPrice: Math.min(...prices),
    maxPrice: Math.max(...prices),
    years: [...years].sort((a, b) => b - a),
    quantity: isCounted ? total : null,
  };
}
