import { describe, expect, test } from 'vitest';
import { getSlideIndexAfterStep, getSlideStepOfSwipe } from '#client/ui/FullscreenSlider/FullscreenSlider.tsx';

describe('slide steps', () => {
  test.each([
    ['goes to the next slide', 0, 1, 3, 1],
    ['wraps from the last slide to the first', 2, 1, 3, 0],
    ['wraps from the first slide to the last', 0, -1, 3, 2],
    ['reduces an index beyond the end modulo the number of slides', 7, 0, 3, 1],
    ['stays on a single slide', 0, 1, 1, 0],
    ['returns 0 without slides', 4, 1, 0, 0],
  ])('getSlideIndexAfterStep %s', (_, index, step, total, expected) =>
    expect(getSlideIndexAfterStep(index, step, total)).toBe(expected),
  );

  test.each([
    ['returns the next step for a swipe to the left', 300, 100, 1],
    ['returns the previous step for a swipe to the right', 100, 300, -1],
    ['returns no step for a tap', 100, 110, 0],
  ])('getSlideStepOfSwipe %s', (_, start, end, step) => expect(getSlideStepOfSwipe(start, end)).toBe(step));
});
