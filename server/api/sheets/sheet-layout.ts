import type { PreparedImage } from './sheet-images.ts';

/**
 * The images of a sheet, flattened on the colours behind them. Null for an image that the sheet does not have, that its
 * layout does not show, or whose file cannot be used.
 */
export interface SheetLayoutImages {
  logo: PreparedImage | null;
  lightLogo: PreparedImage | null;
  picture: PreparedImage | null;
}
