/**
 * Matches the path of an image, font, video or PDF in a site's media folder: at least one folder, and a file of a supported
 * type.
 */
export const mediaPathPattern =
  /^[\w-]+(\/[\w-][\w.-]*)*\/[\w-][\w.-]*\.(webp|jpe?g|png|svg|woff2|mp4|m4v|mov|avi|wmv|flv|pdf)$/;

export const getMediaFileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
