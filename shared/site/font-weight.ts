/** What a font's file name may say, the longer word before the one that it contains. */
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

/** The weight that the name of a font's file tells, thin 100 to black 900; 400 where it tells none. */
export function fontWeight(fileName: string): number {
  const name = styleOf(fileName);
  return weights.find(([word]) => word.test(name))?.[1] ?? 400;
}

/** Whether the name of a font's file says italic or oblique. */
export const fontStyle = (fileName: string): 'italic' | 'normal' =>
  /italic|oblique/.test(styleOf(fileName)) ? 'italic' : 'normal';

/** `fonts/SourceSans3-SemiBold.woff2` → `semibold`; without a hyphen the whole name. */
function styleOf(fileName: string): string {
  const base = (fileName.split('/').at(-1) ?? '').replace(/\.[^.]*$/, '').toLowerCase();
  return base.includes('-') ? base.slice(base.indexOf('-') + 1) : base;
}
