import type { EstateBrandStyle } from './estate-brand-style.ts';
import { drawAcornEmblem, drawEngravedOak, drawOakSprig } from './oak.ts';

/** Domaine des Chênes uses cream, vine green and yellow, with an oak and an acorn as its emblems. */
export const domaineBrandStyle: EstateBrandStyle = {
  estate: 'Domaine des Chênes',
  place: 'Charentes',
  bottled: 'Mis en bouteille au domaine',
  nameFace: 'script',
  nameScale: 1,
  cuveeFace: 'serifBold',
  sans: 'sansBold',
  tree: drawEngravedOak,
  mark: (x, y, size, ink, paper) => drawAcornEmblem(x, y, size, ink, paper),
  sprig: drawOakSprig,
  paper: '#faf5e6',
  ink: '#2a2a1c',
  main: '#3f5a2a',
  metal: [0.83, 0.55, 0.2],
};
