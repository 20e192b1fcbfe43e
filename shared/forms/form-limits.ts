// Apart from the schemas, so that the browser loads no schema library for them.

/** Limits of forms. Sizes are bytes before encoding. */
export const formLimits = {
  fields: 40,
  options: 60,
  textLength: 300,
  longTextLength: 5_000,
  files: 5,
  fileBytes: 5 * 2 ** 20,
  /** All files and texts of one submission. */
  totalBytes: 12 * 2 ** 20,
} as const;

/** File types that forms accept, by the name in a definition. Their content decides, not their name. */
export const uploadTypes = {
  pdf: 'application/pdf',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
} as const;
export type UploadType = keyof typeof uploadTypes;

/** Names of the inputs against spam, which no field may have. */
export const reservedFieldNames = ['website', 'ticket'] as const;
