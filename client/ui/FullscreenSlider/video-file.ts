import { sliderVideoWidth, videoExtensions } from '#shared/limits.ts';

/** Whether an address is a film that a browser plays by itself, and not the page of a video service. */
export function isVideoFile(url: string): boolean {
  const path = url.replace(/[?#].*$/, '').toLowerCase();
  return videoExtensions.some((extension) => path.endsWith(`.${extension}`));
}

/** How wide a film is shown in a window of `windowWidth` CSS pixels. */
export const videoWidth = (windowWidth: number): number =>
  Math.floor(Math.min(sliderVideoWidth.pixels, windowWidth * sliderVideoWidth.windowShare));
