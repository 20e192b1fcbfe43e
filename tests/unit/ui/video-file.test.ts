import { describe, expect, test } from 'vitest';
import { computeMaxVideoWidthPx, parseVideoFileUrl } from '#client/ui/FullscreenSlider/video-file.ts';

describe('video files', () => {
  test.each([
    ['/file/3/visite.mp4?v=1', { type: 'MP4', isPlayable: true }],
    ['/file/3/visite.m4v', { type: 'M4V', isPlayable: true }],
    ['https://domaine.example/VISITE.MOV', { type: 'MOV', isPlayable: true }],
    ['/file/3/visite.avi?v=1', { type: 'AVI', isPlayable: false }],
    ['/file/3/visite.wmv', { type: 'WMV', isPlayable: false }],
    ['/file/3/visite.FLV#t=3', { type: 'FLV', isPlayable: false }],
    ['https://videos.example/watch?v=visite.mp4', null],
    ['/file/3/visite.jpg', null],
  ])('parseVideoFileUrl(%s) returns %o', (url, expected) => expect(parseVideoFileUrl(url)).toEqual(expected));

  test.each([
    [1440, 950],
    [1000, 750],
    [360, 270],
  ])('computeMaxVideoWidthPx returns for a window of %i px a width of %i px', (window, width) =>
    expect(computeMaxVideoWidthPx(window)).toBe(width),
  );
});
