import { z } from 'zod';

export interface FileDownload {
  /** The name under which browsers save the file: ASCII letters, digits, points and hyphens. */
  fileName: string;
  content: string | Uint8Array | AsyncIterable<string | Uint8Array>;
}

/** The schema of `data` of an endpoint that returns a file. Files are not validated. */
export const FileDownload = z.custom<FileDownload>();
