import type { PreparedImage } from './sheet-images.ts';

/** The images of a sheet, flattened on the colours behind them. Null means that the sheet has no such image. */
export interface SheetLayoutImages {
  logo: PreparedImage | null;
  lightLogo: PreparedImage | null;
  picture: PreparedImage | null;
}
