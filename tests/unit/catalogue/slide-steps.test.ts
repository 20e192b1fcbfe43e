import { describe, expect, test } from 'vitest';
import { slideAfter, swipeStep } from '#client/ui/FullscreenSlider/slide-steps.ts';

describe('the fullscreen slider', () => {
  test.each([
    ['goes on', 0, 1, 3, 1],
    ['begins again after the last', 2, 1, 3, 0],
    ['goes to the last before the first', 0, -1, 3, 2],
    ['bears a start beyond the end', 7, 0, 3, 1],
    ['stays where there is one', 0, 1, 1, 0],
    ['bears none at all', 4, 1, 0, 0],
  ])('%s', (_, index, step, total, expected) => expect(slideAfter(index, step, total)).toBe(expected));

  test.each([
    ['a finger going left asks for the next', 300, 100, 1],
    ['a finger going right asks for the one before', 100, 300, -1],
    ['a tap asks for nothing', 100, 110, 0],
  ])('%s', (_, start, end, step) => expect(swipeStep(start, end)).toBe(step));
});
