const megabyte = 1_000_000;

/** Maximum number of media files of a site, which an import reads together. */
export const maxSiteMediaFiles = 5_000;

/** Maximum size of all media files of a site in bytes. An import reads all files into memory at once. */
export const maxSiteMediaBytes = 1_000 * megabyte;

const maxImageBytes = 30 * megabyte;
const maxSvgBytes = 2 * megabyte;
const maxFontBytes = 5 * megabyte;
const maxVideoBytes = 200 * megabyte;
const maxPdfBytes = 20 * megabyte;

/** Maximum sizes in bytes of the files that staff upload as pictures, and as fonts, videos and PDFs. */
export const maxImageUploadBytes = maxImageBytes;
export const maxFileUploadBytes = maxVideoBytes;

/** Checks whether a file is a font in a format that staff can upload. */
export const isFontPath = (path: string): boolean => /\.(woff2|ttf|otf)$/i.test(path);

export const isPdfPath = (path: string): boolean => /\.pdf$/i.test(path);

/** Maximum size of a media file in bytes, by the extension of its path. */
export function getMaxMediaBytes(path: string): number {
  if (/\.svg$/i.test(path)) return maxSvgBytes;
  if (isFontPath(path)) return maxFontBytes;
  if (isPdfPath(path)) return maxPdfBytes;
  return /\.(mp4|m4v|mov|avi|wmv|flv)$/i.test(path) ? maxVideoBytes : maxImageBytes;
}

/** Describes a violation of `getMaxMediaBytes`, such as "is larger than 30 MB". */
export const describeTooLargeFile = (maxBytes: number): string => `is larger than ${maxBytes / megabyte} MB`;
