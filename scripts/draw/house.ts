import type { Face } from './type.ts';

type Motif = (x: number, y: number, size: number, ink: string, paper: string) => string;

/** What all labels, cases and logos of one estate have in common. */
export interface House {
  estate: string;
  place: string;
  bottled: string;
  /** The face of the estate's name, and how large it is set beside capitals. */
  nameFace: Face;
  nameScale: number;
  cuveeFace: Face;
  sans: Face;
  tree: Motif;
  mark: Motif;
  sprig: Motif;
  paper: string;
  ink: string;
  main: string;
  metal: [number, number, number];
}

/** The words on one label. */
export interface Words {
  name: string;
  cuvee?: string;
  appellation: string;
  vintage?: string;
  note?: string;
  volume: string;
  degree?: string;
  /** Colour of this cuvée within its range. */
  tone: string;
}
