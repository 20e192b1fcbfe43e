/** Height of the picture of a 75 cl bottle. All pictures of bottles have the same scale. */
const referenceHeightPx = 2000;
/** Share of the stage's height that this bottle takes. */
const referencePercent = 80;
const step = 4;

/**
 * The height of a bottle in percent of its stage, from 40 to 92 in steps of four. The steps are rules in the style sheet,
 * because the content security policy forbids style attributes.
 */
export function bottleHeight(pixels: number): number {
  const share = Math.round((pixels * referencePercent) / referenceHeightPx / step) * step;
  return Math.min(92, Math.max(40, share));
}
