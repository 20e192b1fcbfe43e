import { computeContrastRatio } from './colours.ts';
import { parseCssColour } from './parse-css-colour.ts';
import { flattenThemeColours, type ThemeColours } from './theme-colours.ts';

/** The paths of two colours in a theme, such as `menu.ink`. The layout shows the first colour on the second. */
interface ColourPair {
  colour: string;
  background: string;
  /** Minimum contrast ratio by WCAG 2.2: 4.5 for text, 3 for icons and outlines. Long texts should reach 7. */
  minRatio: number;
}

/** A pair of colours with too little contrast. The pages show a lighter or darker colour instead of the chosen one. */
interface ContrastWarning extends ColourPair {
  ratio: number;
}

const pairs: readonly ColourPair[] = [
  { colour: 'ink', background: 'backgrounds.paper', minRatio: 7 },
  { colour: 'primary', background: 'backgrounds.paper', minRatio: 4.5 },
  { colour: 'accent', background: 'backgrounds.paper', minRatio: 3 },
  { colour: 'menu.ink', background: 'menu.background', minRatio: 4.5 },
  { colour: 'menu.current', background: 'menu.background', minRatio: 4.5 },
];

/** Finds the pairs of a theme's colours with too little contrast. Empty and invalid colours are left out. */
export function findContrastWarnings(theme: ThemeColours): ContrastWarning[] {
  const colours = flattenThemeColours(theme);
  return pairs.flatMap((pair) => {
    const [colour = '', background = ''] = [colours[pair.colour], colours[pair.background]];
    if (!parseCssColour(colour) || !parseCssColour(background)) return [];
    const ratio = computeContrastRatio(background, colour);
    return ratio < pair.minRatio ? [{ ...pair, ratio }] : [];
  });
}
