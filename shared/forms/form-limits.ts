// The limits are in a separate file from the schemas, so that the browser loads no schema library for them.

/** Limits of forms. Lengths are in characters, sizes in bytes of the files themselves. */
export const formLimits = {
  fields: 40,
  options: 60,
  textLength: 300,
  longTextLength: 5_000,
  files: 5,
  fileBytes: 5 * 2 ** 20,
  /** Maximum size of all files of one submission together. With its texts, a body may be slightly larger. */
  totalBytes: 12 * 2 ** 20,
} as const;

/** Limits of the replies that staff send from the panel. Lengths are in characters. */
export const replyLimits = { subjectLength: 200, textLength: 5_000, repliesPerSubmission: 20 } as const;

/** A form of the maximum size sends each ticked option as a field of its own, and a few hidden inputs. */
const maxMultipartFields = formLimits.fields * formLimits.options + 10;
const maxMultipartFiles = formLimits.fields * formLimits.files;

/** Limits of a multipart body in the names of busboy, which a form of the maximum size does not exceed. */
export const formMultipartLimits = {
  fieldNameSize: 100,
  fieldSize: 32 * 1024,
  fields: maxMultipartFields,
  files: maxMultipartFiles,
  parts: maxMultipartFields + maxMultipartFiles,
  headerPairs: 20,
} as const;

/**
 * File types that forms accept, by the name that a form's definition uses. The server determines the type of a file by
 * its content, not by its name.
 */
export const formUploadTypes = {
  pdf: 'application/pdf',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
} as const;

/** Names of the inputs that detect spam, which no field of a form may have. */
export const reservedFieldNames = ['website', 'ticket', 'altcha'] as const;
