import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { assertStorableText } from '#server/api/contract/unstorable-text.ts';
import { toMultipartError } from '#server/http/malformed-multipart-error.ts';
import { type Outcome, ok, type RefusedOutcome, refuse } from '#shared/outcome.ts';

/** A file of an upload, as it was received and before it was checked. */
export interface ReceivedFile {
  /** The file name that the sender's browser has sent. */
  name: string;
  /** Path of the temporary file with the content. */
  path: string;
}

type UploadRefusal = 'file_missing' | 'too_large';

/** Limits of the multipart body apart from the size of its file, with the option names of busboy. */
const partLimits = { files: 1, fields: 5, parts: 6, fieldSize: 1_000, fieldNameSize: 100, headerPairs: 20 } as const;

/**
 * Writes the file of an upload to a temporary file, passes it to `work` and deletes it. Memory use does not depend on
 * the size of the file.
 * @param folder Folder of the temporary file, on the same file system as the stored files.
 */
export async function withReceivedFile<Value, Refusal extends string>(
  request: FastifyRequest,
  { folder, maxBytes }: { folder: string; maxBytes: number },
  work: (file: ReceivedFile) => Promise<Outcome<Value, Refusal>>,
): Promise<Outcome<Value, Refusal | UploadRefusal>> {
  const path = join(folder, randomUUID());
  try {
    await mkdir(folder, { recursive: true });
    const received = await receiveFile(request, path, maxBytes);
    return received.ok ? await work(received.value) : received;
  } finally {
    await rm(path, { force: true });
  }
}

async function receiveFile(
  request: FastifyRequest,
  path: string,
  maxBytes: number,
): Promise<Outcome<ReceivedFile, UploadRefusal>> {
  if (!request.isMultipart()) return refuse('file_missing');
  let received: ReceivedFile | null = null;
  let refusal: RefusedOutcome<UploadRefusal> | null = null;
  try {
    // All parts are read, also after a refusal, because a client reads the response only after it has sent the body.
    for await (const part of request.parts({ limits: { ...partLimits, fileSize: maxBytes } })) {
      if (part.type !== 'file') continue;
      assertStorableText(part.fieldname, part.filename);
      await pipeline(part.file, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      if (part.file.truncated) refusal = refuse('too_large', { values: { megabytes: maxBytes / 1_000_000 } });
      else if (part.file.bytesRead > 0) received = { name: part.filename, path };
    }
  } catch (error) {
    request.raw.unpipe();
    request.raw.resume();
    throw toMultipartError(error);
  }
  return refusal ?? (received ? ok(received) : refuse('file_missing'));
}
