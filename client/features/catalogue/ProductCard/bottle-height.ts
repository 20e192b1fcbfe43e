/** Height in pixels of the picture of a 75 cl bottle; every bottle's picture is to the same scale. */
const referenceHeightPx = 2000;
/** How much of the shelf's height that bottle takes, in percent. */
const referencePercent = 80;
const step = 4;

/**
 * How tall a bottle stands on the shelf: its share of the shelf's height in percent, in steps of four, since the page's
 * policy allows heights only as rules and not as styles of one element. Between 40 and 92: a magnum is a little short.
 */
export function bottleHeight(pixels: number): number {
  const share = Math.round((pixels * referencePercent) / referenceHeightPx / step) * step;
  return Math.min(92, Math.max(40, share));
}
