/** The functions of the catalogue that other domains may import. */
export { readAwards } from './classification-repository.ts';
export { sellsAlcohol } from './product-repository.ts';
export { createSellableQuantityCache, type QuantityCache } from './quantity-cache.ts';
export type { ReadProductRatings } from './read-product-data-by-ids.ts';
export { readProductDetail } from './read-product-detail.ts';
export { readProductLinks } from './read-product-links.ts';
export { readProductsByIds } from './read-products.ts';
export {
  readSellableItems,
  readSellableItemsOfProducts,
  type SellableItems,
  type SellableVariant,
} from './read-sellable-items.ts';
export { createStockChangeNotifier, type StockChangeNotifier } from './stock-change-notifier.ts';
export {
  type AppliedStockChange,
  lockStock,
  returnStock,
  takeStock,
} from './take-and-return-stock.ts';
