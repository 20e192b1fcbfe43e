/** The image widths in pixels that the image service produces. */
export const imageWidths = [64, 96, 128, 192, 256, 320, 480, 640, 768, 960, 1200, 1440, 1920, 2400] as const;
export type ImageWidth = (typeof imageWidths)[number];

export const imageFormats = ['webp', 'jpeg', 'png'] as const;
export type ImageFormat = (typeof imageFormats)[number];

/**
 * Builds the URL of an image in a width. Without a format, the image service chooses the smallest one that the client
 * accepts.
 */
export function buildImageUrl(url: string, width: ImageWidth, format?: ImageFormat): string {
  const sized = `${url}${url.includes('?') ? '&' : '?'}w=${width}`;
  return format ? `${sized}&format=${format}` : sized;
}
