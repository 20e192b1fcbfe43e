/** A multipart body that cannot be parsed. Clients can cause it, so the response has the status 400. */
export class MalformedMultipartError extends Error {
  readonly statusCode = 400;
  constructor(cause: unknown) {
    super('malformed multipart body', { cause });
  }
}

/**
 * Returns the error to throw when reading a multipart body failed. Errors of the parser and of the connection mean that
 * the body is malformed or incomplete. Errors that have a status and errors of the file system are returned unchanged.
 */
export function toMultipartError(error: unknown): unknown {
  const isOther = !(error instanceof Error) || 'statusCode' in error || 'syscall' in error;
  return isOther ? error : new MalformedMultipartError(error);
}
