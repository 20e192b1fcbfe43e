import type { PrintedImage } from '#server/api/media/convert-image.ts';

/**
 * The images of a sheet, flattened on the colours behind them. Null for an image that the sheet does not have, that its
 * layout does not show, or whose file cannot be used.
 */
export interface SheetLayoutImages {
  logo: PrintedImage | null;
  lightLogo: PrintedImage | null;
  picture: PrintedImage | null;
}
