/**
 * Matches the path of an image, font or video in a site's media folder: at least one folder, and a file of a supported
 * type.
 */
export const mediaPathPattern =
  /^[\w-]+(\/[\w-][\w.-]*)*\/[\w-][\w.-]*\.(webp|jpe?g|png|svg|woff2|mp4|m4v|mov|avi|wmv|flv)$/;

export const getMediaFileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Checks whether browsers play the format of a video. Videos in other formats are offered for download. */
export const isPlayableVideo = (name: string): boolean => /\.(mp4|m4v|mov)$/i.test(name);
