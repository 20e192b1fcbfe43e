/** What other domains may use of the catalogue. */
export { createQuantityCache, type QuantityCache } from './quantity-cache.ts';
export { readProductFaces } from './read-product-faces.ts';
export {
  readSellableItems,
  readSellableItemsOfProducts,
  type SellableItems,
  type SellableVariant,
} from './read-sellable-items.ts';
export { createStockChangeNotifier, type StockChangeNotifier } from './stock-change-notifier.ts';
export { giveBackStock, lockStock, type StockMove, takeFromStock } from './stock-moves.ts';
