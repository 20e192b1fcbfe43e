import type { FastifyRequest } from 'fastify';
import { assertStorableText } from '#server/api/contract/unstorable-text.ts';
import { MalformedMultipartError, toMultipartError } from '#server/http/malformed-multipart-error.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { pageEditLimits } from '#shared/pages/page-edit-limits.ts';

export interface UploadedPreviewPicture {
  /** The name with which the HTML refers to the file. */
  name: string;
  content: Buffer;
}

interface PreviewForm {
  html: string;
  uploads: UploadedPreviewPicture[];
}

const { htmlBytes, previewPictures, previewPictureBytes, previewUploadBytes } = pageEditLimits;
/** Limits of the multipart body, with the option names of busboy. */
const partLimits = { fields: 1, files: previewPictures, fieldSize: htmlBytes, fileSize: previewPictureBytes };

/** Reads the HTML of a section, which may be empty, and its pictures from a multipart form. */
export async function readPreviewUpload(
  request: FastifyRequest,
): Promise<Outcome<PreviewForm, 'too_large' | 'html_missing'>> {
  if (!request.isMultipart()) throw new MalformedMultipartError('another content type');
  const uploads: UploadedPreviewPicture[] = [];
  let html: string | null = null;
  let bytes = 0;
  try {
    for await (const part of request.parts({ limits: { ...partLimits, parts: previewPictures + 1 } })) {
      if (part.type === 'field') {
        if (part.valueTruncated) return discardRest(request);
        assertStorableText(part.fieldname, String(part.value ?? ''));
        if (part.fieldname === 'html') html = String(part.value ?? '');
        continue;
      }
      assertStorableText(part.fieldname, part.filename);
      const content = await readFile(part.file, previewUploadBytes - bytes);
      if (content === null || part.file.truncated) return discardRest(request);
      bytes += content.length;
      uploads.push({ name: part.filename, content });
    }
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error && error.statusCode === 413) return discardRest(request);
    discardRest(request);
    throw toMultipartError(error);
  }
  return html === null ? refuse('html_missing') : ok({ html, uploads });
}

/** Refuses the form and discards the rest of its body, which would block the next request on the connection. */
function discardRest({ raw }: FastifyRequest) {
  raw.unpipe();
  raw.resume();
  return refuse('too_large');
}

/** @returns Null if the file is larger than `maxBytes`. */
async function readFile(file: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of file) {
    bytes += chunk.length;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
