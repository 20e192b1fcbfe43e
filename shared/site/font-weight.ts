/** In the order of the checks: `semibold` must match before `bold`. */
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

/** Infers a font's weight from its file name: 100 for thin to 900 for black, 400 by default. */
export function inferFontWeight(fileName: string): number {
  const name = styleOf(fileName);
  return weights.find(([word]) => word.test(name))?.[1] ?? 400;
}

export const inferFontStyle = (fileName: string): 'italic' | 'normal' =>
  /italic|oblique/.test(styleOf(fileName)) ? 'italic' : 'normal';

/** `fonts/SourceSans3-SemiBold.woff2` → `semibold`; without a hyphen the whole name. */
function styleOf(fileName: string): string {
  const base = (fileName.split('/').at(-1) ?? '').replace(/\.[^.]*$/, '').toLowerCase();
  return base.includes('-') ? base.slice(base.indexOf('-') + 1) : base;
}
