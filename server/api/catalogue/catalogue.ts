/** What other domains may use of the catalogue. */
export { type ProductFaces, readProductFaces } from './read-product-faces.ts';
export { giveBackStock, type StockMove, tellOfStock } from './stock-moves.ts';
