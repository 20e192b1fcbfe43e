import { acceptedVideoExtensions, maxSliderVideoWidth } from '#shared/limits.ts';
import { isPlayableVideoFileName } from '#shared/media/is-playable-video-file-name.ts';

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
