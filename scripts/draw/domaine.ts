import type { House } from './house.ts';
import { acornMark, engravedOak, oakSprig } from './oak.ts';

/** Domaine des Chênes: cream, vine green, ripe yellow; the oak and its acorn. */
export const domaine: House = {
  estate: 'Domaine des Chênes',
  place: 'Charentes',
  bottled: 'Mis en bouteille au domaine',
  nameFace: 'script',
  nameScale: 1,
  cuveeFace: 'serifBold',
  sans: 'sansBold',
  tree: engravedOak,
  mark: (x, y, size, ink, paper) => acornMark(x, y, size, ink, paper),
  sprig: oakSprig,
  paper: '#faf5e6',
  ink: '#2a2a1c',
  main: '#3f5a2a',
  metal: [0.83, 0.55, 0.2],
};
