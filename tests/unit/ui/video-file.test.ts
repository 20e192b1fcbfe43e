import { describe, expect, test } from 'vitest';
import { computeMaxVideoWidthPx, isVideoFile } from '#client/ui/FullscreenSlider/video-file.ts';

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
  ])('maxVideoWidth returns for a window of %i px a width of %i px', (window, width) =>
    expect(computeMaxVideoWidthPx(window)).toBe(width),
  );
});
