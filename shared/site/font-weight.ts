/**
 * Words in font file names, with their weights. The words are tried in this order, so that `semibold` matches before
 * `bold`.
 */
const weights: readonly (readonly [RegExp, number])[] = [
  [/thin|hairline/, 100],
  [/(extra|ultra)[-_ ]?light/, 200],
  [/(semi|demi)[-_ ]?bold/, 600],
  [/(extra|ultra)[-_ ]?bold/, 800],
  [/black|heavy/, 900],
  [/light/, 300],
  [/medium/, 500],
  [/bold/, 700],
];

/** Infers the weight of a font from its file name: from 100 for thin to 900 for black, and 400 by default. */
export function inferFontWeight(fileName: string): number {
  const name = styleOf(fileName);
  const [, hundreds] = /(?:^|[-_])([1-9])00(?:$|[-_]|italic|oblique)/.exec(name) ?? [];
  return hundreds ? Number(hundreds) * 100 : (weights.find(([word]) => word.test(name))?.[1] ?? 400);
}

/** Returns the weights that a font file has, for `font-weight` of `@font-face`. Variable fonts have a range. */
export const inferFontWeightDescriptor = (fileName: string): string =>
  isVariableFont(fileName) ? '100 900' : String(inferFontWeight(fileName));

/** Font libraries name variable fonts like `Mulish-VariableFont_wght.ttf` or `Mulish[wght].ttf`. */
const isVariableFont = (fileName: string): boolean => /variablefont|[-_[]wght\b/i.test(fileName);

export const inferFontStyle = (fileName: string): 'italic' | 'normal' =>
  /italic|oblique/.test(styleOf(fileName)) ? 'italic' : 'normal';

/**
 * Extracts the style from a font's file name: `fonts/SourceSans3-SemiBold.woff2` → `semibold`. Without a hyphen it is
 * the whole name.
 */
function styleOf(fileName: string): string {
  const base = (fileName.split('/').at(-1) ?? '').replace(/\.[^.]*$/, '').toLowerCase();
  return base.includes('-') ? base.slice(base.indexOf('-') + 1) : base;
}
