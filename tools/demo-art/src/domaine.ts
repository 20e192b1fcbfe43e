import type { HouseStyle } from './house-style.ts';
import { acornMark, engravedOak, oakSprig } from './oak.ts';

/** Domaine des Chênes uses cream, vine green and yellow, with an oak and an acorn as its emblems. */
export const domaine: HouseStyle = {
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
