import type { SheetLayoutImages } from './sheet-layouts.ts';

export interface SheetImages {
  images: SheetLayoutImages;
  /** False if the file of an image is missing, which may be so only at present. */
  hasAllImages: boolean;
}
