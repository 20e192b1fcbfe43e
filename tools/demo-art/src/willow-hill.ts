import type { EstateBrandStyle } from './estate-brand-style.ts';
import { drawEngravedWillow } from './engraved-willow.ts';

/** Willow Hill uses chalk, slate, Bergerac red and brass, with a willow as its emblem. */
export const willowHillBrandStyle: EstateBrandStyle = {
  estate: 'Willow Hill',
  place: 'Dordogne',
  bottled: 'Estate bottled in the Dordogne',
  nameFace: 'serifHeavy',
  nameScale: 0.92,
  cuveeFace: 'serifBold',
  sans: 'sourceBold',
  tree: drawEngravedWillow,
  mark: (x, y, size, ink, paper) => drawEngravedWillow(x, y + size * 0.45, size, ink, paper),
  sprig: (x, y, size, ink, paper) => drawEngravedWillow(x, y + size * 0.46, size * 1.02, ink, paper),
  paper: '#f6f4ef',
  ink: '#2e3a42',
  main: '#2e3a42',
  metal: [0.7, 0.5, 0.22],
};
