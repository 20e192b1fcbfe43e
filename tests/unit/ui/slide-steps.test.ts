import { describe, expect, test } from 'vitest';
import { slideAfter, swipeStep } from '#client/ui/FullscreenSlider/slide-steps.ts';
import { isVideoFile, videoWidth } from '#client/ui/FullscreenSlider/video-file.ts';

describe('films in the slider', () => {
  test.each([
    ['/file/3/visite.mp4?v=1', true],
    ['https://domaine.example/VISITE.MOV', true],
    ['https://videos.example/watch?v=visite.mp4', false],
    ['/file/3/visite.jpg', false],
  ])('%s is one: %s', (url, is) => expect(isVideoFile(url)).toBe(is));

  test.each([
    [1440, 950],
    [1000, 750],
    [360, 270],
  ])('in a window of %i px a film is %i px wide', (window, width) => expect(videoWidth(window)).toBe(width));
});

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
