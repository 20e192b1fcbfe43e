/** The functions of the catalogue that other domains may import. */
export { createQuantityCache, type QuantityCache } from './quantity-cache.ts';
export { readProductPreviews } from './read-product-previews.ts';
export {
  readSellableItems,
  readSellableItemsOfProducts,
  type SellableItems,
  type SellableVariant,
} from './read-sellable-items.ts';
export { createStockChangeNotifier, type StockChangeNotifier } from './stock-change-notifier.ts';
export { lockStock, returnStock, type StockMovement, takeFromStock } from './stock-movements.ts';
