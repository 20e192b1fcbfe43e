// The limits are in a separate file from the schemas, so that the browser loads no schema library for them.

/** Limits of forms. Sizes are in bytes before encoding. */
export const formLimits = {
  fields: 40,
  options: 60,
  textLength: 300,
  longTextLength: 5_000,
  files: 5,
  fileBytes: 5 * 2 ** 20,
  /** Maximum size of all files and texts of one submission together. */
  totalBytes: 12 * 2 ** 20,
} as const;

/** Limits of the replies that staff send from the panel. Lengths are in characters. */
export const replyLimits = { subjectLength: 200, textLength: 5_000, repliesPerSubmission: 20 } as const;

/**
 * Limits of a multipart body in the names of busboy. A form of the maximum size with its hidden inputs stays below
 * these limits.
 */
export const formMultipartLimits = {
  fieldNameSize: 100,
  fieldSize: 32 * 1024,
  fields: 200,
  files: 30,
  parts: 230,
  headerPairs: 20,
} as const;

/**
 * File types that forms accept, by the name that a form's definition uses. The content of a file determines its type;
 * the file name does not.
 */
export const uploadTypes = {
  pdf: 'application/pdf',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
} as const;
export type FormUploadType = keyof typeof uploadTypes;

/** Names of the inputs that detect spam, which no field of a form may have. */
export const reservedFieldNames = ['website', 'ticket', 'altcha'] as const;
