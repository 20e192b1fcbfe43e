/** Height in pixels of a picture that shows a 75 cl bottle. All pictures of bottles have the same scale. */
const referenceHeightPx = 2000;
/** Height of a 75 cl bottle in percent of the card's picture area. */
const referencePercent = 80;
const step = 4;

/**
 * Computes the height at which a bottle is shown, in percent of the card's picture area: from 40 to 92 in steps of
 * four. The style sheets have a rule for each step, because the content security policy forbids style attributes.
 */
export function scaleBottleHeight(pixels: number): number {
  const share = Math.round((pixels * referencePercent) / referenceHeightPx / step) * step;
  return Math.min(92, Math.max(40, share));
}
