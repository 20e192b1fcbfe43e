/** Returns the index of the slide that is `step` places further, wrapping around at both ends. */
export const getSlideIndexAfterStep = (index: number, step: number, total: number): number =>
  total === 0 ? 0 : (((index + step) % total) + total) % total;

/** Minimum length of a swipe in CSS pixels. Shorter horizontal touch movements count as taps. */
const minSwipePx = 40;

/**
 * Converts a horizontal touch movement from `start` to `end`, in CSS pixels, into a step.
 * @returns 1 for the next slide, -1 for the previous one, 0 for a tap
 */
export function getSlideStepOfSwipe(start: number, end: number): -1 | 0 | 1 {
  if (Math.abs(end - start) < minSwipePx) return 0;
  return end < start ? 1 : -1;
}
