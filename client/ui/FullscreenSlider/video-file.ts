import { sliderVideoWidthLimits, videoExtensions } from '#shared/limits.ts';

/** True for a video that browsers play, false for the page of a video service. */
export function isVideoFile(url: string): boolean {
  const path = url.replace(/[?#].*$/, '').toLowerCase();
  return videoExtensions.some((extension) => path.endsWith(`.${extension}`));
}

/** Returns the width of a video in CSS pixels for a window width. */
export const computeMaxVideoWidthPx = (windowWidth: number): number =>
  Math.floor(Math.min(sliderVideoWidthLimits.pixels, windowWidth * sliderVideoWidthLimits.windowShare));
