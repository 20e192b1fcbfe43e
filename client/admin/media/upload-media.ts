import { HttpError } from 'react-admin';
import { buildApiUrl } from '#client/core/build-api-url.ts';
import type { UploadedMedia } from '#shared/media/upload-contract.ts';
import type { ResponseEnvelope } from '#shared/response-envelope.ts';
import { reportIfSessionEnded } from '../core/session.ts';

export type MediaKind = 'image' | 'file';

interface UploadOptions {
  /** Called with the uploaded share of the file, from 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * Uploads a picture, font, video or PDF. `fetch` reports no progress of an upload, so the call uses `XMLHttpRequest`.
 * @throws HttpError with the API's message. Its status is 0 if there was no response.
 */
export function uploadMedia(kind: MediaKind, file: File, { onProgress }: UploadOptions): Promise<UploadedMedia> {
  const body = new FormData();
  body.append('file', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', buildApiUrl(`POST /admin/${kind}`));
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('error', () => reject(new HttpError('', 0)));
    request.addEventListener('load', () => {
      const envelope = parseEnvelope(request.responseText);
      if (envelope?.success) resolve(envelope.data);
      else reject(toError(request.status, envelope));
    });
    request.send(body);
  });
}

function toError(status: number, envelope: ResponseEnvelope<UploadedMedia> | null): HttpError {
  const error = new HttpError(envelope?.message ?? '', status, envelope?.data ?? {});
  reportIfSessionEnded(error);
  return error;
}

function parseEnvelope(text: string): ResponseEnvelope<UploadedMedia> | null {
  try {
    return JSON.parse(text) as ResponseEnvelope<UploadedMedia>;
  } catch {
    return null;
  }
}
