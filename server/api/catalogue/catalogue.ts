/** The functions of the catalogue that other domains may import. */
export { readAwards, sellsAlcohol } from './product-repository.ts';
export { createSellableQuantityCache, type QuantityCache } from './quantity-cache.ts';
export type { ReadProductRatings } from './read-products.ts';
export { readProductDetail, readProductLinks, readProductsByIds } from './read-products.ts';
export {
  readSellableItems,
  readSellableItemsOfProducts,
  type SellableItems,
  type SellableVariant,
} from './read-sellable-items.ts';
export {
  type AppliedStockChange,
  createStockChangeNotifier,
  lockStock,
  returnStock,
  type StockChangeNotifier,
  takeStock,
} from './stock-changes.ts';
