import { describe, expect, test } from 'vitest';
import { slideAfter, swipeStep } from '#client/ui/FullscreenSlider/slide-steps.ts';
import { isVideoFile, videoWidth } from '#client/ui/FullscreenSlider/video-file.ts';

describe('video files', () => {
  test.each([
    ['/file/3/visite.mp4?v=1', true],
    ['https://domaine.example/VISITE.MOV', true],
    ['https://videos.example/watch?v=visite.mp4', false],
    ['/file/3/visite.jpg', false],
  ])('isVideoFile(%s) returns %s', (url, expected) => expect(isVideoFile(url)).toBe(expected));

  test.each([
    [1440, 950],
    [1000, 750],
    [360, 270],
  ])('videoWidth returns for a window of %i px a width of %i px', (window, width) =>
    expect(videoWidth(window)).toBe(width),
  );
});

describe('slide steps', () => {
  test.each([
    ['goes to the next slide', 0, 1, 3, 1],
    ['wraps from the last slide to the first', 2, 1, 3, 0],
    ['wraps from the first slide to the last', 0, -1, 3, 2],
    ['reduces an index beyond the end modulo the number of slides', 7, 0, 3, 1],
    ['stays on a single slide', 0, 1, 1, 0],
    ['returns 0 without slides', 4, 1, 0, 0],
  ])('slideAfter %s', (_, index, step, total, expected) => expect(slideAfter(index, step, total)).toBe(expected));

  test.each([
    ['returns the next step for a swipe to the left', 300, 100, 1],
    ['returns the previous step for a swipe to the right', 100, 300, -1],
    ['returns no step for a tap', 100, 110, 0],
  ])('swipeStep %s', (_, start, end, step) => expect(swipeStep(start, end)).toBe(step));
});
