import type { InkSet } from './print-scene.ts';

export const inkPalettes = {
  domaine: { paper: '#faf5e6', inks: ['#e8b23c', '#4b6a32', '#b4573a', '#2a2a1c'] },
  willow: { paper: '#f6f4ef', inks: ['#d2b67a', '#7d9478', '#7a1f2b', '#2e3a42'] },
} as const satisfies Record<string, InkSet>;
