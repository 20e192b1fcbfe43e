/** What other domains may use of the catalogue. */
export { type HeldQuantities, heldQuantities } from './held-quantities.ts';
export { readProductFaces } from './read-product-faces.ts';
export { readSoldItems, readSoldItemsOfProducts, type Sale, type SoldArticle } from './read-sold-items.ts';
export { giveBackStock, lockStock, type StockMove, takeFromStock } from './stock-moves.ts';
export { type StockWord, stockWord } from './stock-word.ts';
