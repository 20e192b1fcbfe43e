import { sliderVideoWidthLimits, videoExtensions } from '#shared/limits.ts';

/** Returns true for the URL of a video file that browsers can play, false for the page of a video service. */
export function isVideoFile(url: string): boolean {
  const path = url.replace(/[?#].*$/, '').toLowerCase();
  return videoExtensions.some((extension) => path.endsWith(`.${extension}`));
}

/** Computes the maximum width of a video in CSS pixels for a window width. */
export const computeMaxVideoWidthPx = (windowWidth: number): number =>
  Math.floor(Math.min(sliderVideoWidthLimits.pixels, windowWidth * sliderVideoWidthLimits.windowShare));
