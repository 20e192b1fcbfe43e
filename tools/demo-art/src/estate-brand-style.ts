import type { TypefaceName } from './type.ts';

type Motif = (x: number, y: number, size: number, ink: string, paper: string) => string;

/** The style shared by all labels, cases and logos of one estate. */
export interface EstateBrandStyle {
  estate: string;
  place: string;
  bottled: string;
  /** The typeface of the estate's name, and the size of the name relative to capitals. */
  nameFace: TypefaceName;
  nameScale: number;
  cuveeFace: TypefaceName;
  sans: TypefaceName;
  tree: Motif;
  mark: Motif;
  sprig: Motif;
  paper: string;
  ink: string;
  main: string;
  metal: [number, number, number];
}

/** The text of one label. */
export interface LabelText {
  name: string;
  cuvee?: string;
  appellation: string;
  vintage?: string;
  note?: string;
  volume: string;
  degree?: string;
  /** Accent colour that distinguishes this cuvée within its range. */
  tone: string;
}
