import { acceptedVideoExtensions } from '#shared/limits.ts';
import { isPlayableVideoFileName } from '#shared/media/is-playable-video-file-name.ts';

/** Maximum width of a video in the fullscreen slider, in pixels and as a share of the window's width. */
const maxSliderVideoWidth = { pixels: 950, windowShare: 0.75 } as const;

interface VideoFile {
  /** The extension of the file in upper case. */
  type: string;
  /** True if browsers play the format. Other files are offered for download. */
  isPlayable: boolean;
}

/**
 * Describes the video file at a URL.
 * @returns null for any other URL, such as the page of a video service
 */
export function parseVideoFileUrl(url: string): VideoFile | null {
  const path = url.replace(/[?#].*$/s, '').toLowerCase();
  const extension = acceptedVideoExtensions.find((known) => path.endsWith(`.${known}`));
  return extension ? { type: extension.toUpperCase(), isPlayable: isPlayableVideoFileName(path) } : null;
}

/** Computes the maximum width of a video in CSS pixels for a window width. */
export const computeMaxVideoWidthPx = (windowWidth: number): number =>
  Math.floor(Math.min(maxSliderVideoWidth.pixels, windowWidth * maxSliderVideoWidth.windowShare));
