/** The slide `step` places further among `total`, around both ends. */
export const slideAfter = (index: number, step: number, total: number): number =>
  total === 0 ? 0 : (((index + step) % total) + total) % total;

/** How far, in CSS pixels, a finger must travel before it is a swipe and not a tap. */
const minSwipePx = 40;

/** What a touch from `start` to `end` (horizontal, CSS pixels) asks for: 1 the next slide, -1 the one before, 0 neither. */
export function swipeStep(start: number, end: number): -1 | 0 | 1 {
  if (Math.abs(end - start) < minSwipePx) return 0;
  return end < start ? 1 : -1;
}
