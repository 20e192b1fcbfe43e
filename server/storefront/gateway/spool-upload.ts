import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { QueueFullError } from '#server/http/limiter.ts';
import { createConcurrencySlotLimiter } from '#server/http/slot-limiter.ts';
import { maxFileUploadBytes } from '#shared/media/media-limits.ts';
import { ClientDisconnectedError, PayloadTooLargeError } from './request-body.ts';

/** Bytes of an upload besides its file: boundaries, part headers and short fields. */
const maxMultipartOverhead = 64 * 1024;
const maxUploadBytes = maxFileUploadBytes + maxMultipartOverhead;

/** Maximum numbers of uploads that are received at a time. Each occupies up to 200 MB of the spool folder. */
const maxConcurrentUploads = { total: 8, perSite: 4, perNetwork: 4 };

/** Names of temporary files begin with this prefix, because the folder may contain other files. */
const spoolPrefix = 'cuvee-upload-';

/** Time in milliseconds without a write after which a temporary file counts as left over by a killed process. */
const staleAfterMs = 10 * 60_000;

/**
 * Deletes the files of a folder whose names begin with `prefix` and which were last modified longer ago than `ageMs`.
 */
export async function deleteStaleFiles(folder: string, prefix: string, ageMs: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(prefix));
  for (const name of names) {
    const path = join(folder, name);
    // The file may be inaccessible, because another process deletes it at the same time or owns it.
    const modifiedAt = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => null,
    );
    if (modifiedAt !== null && Date.now() - modifiedAt > ageMs) await rm(path, { force: true }).catch(() => {});
  }
}

/**
 * Creates a function that writes an upload to a temporary file before `forward` runs, so that a slow upload occupies
 * neither memory nor a connection to the API. Temporary files that a killed process left behind are deleted first.
 * @param folder Folder of the temporary files. It is created if it does not exist.
 * @param processes Number of storefronts that share the folder and the limits.
 * @returns A function that rejects with PayloadTooLargeError, ClientDisconnectedError or QueueFullError.
 */
export async function createUploadSpool(folder: string, processes = 1, limits = maxConcurrentUploads) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await deleteStaleFiles(folder, spoolPrefix, staleAfterMs);
  const slots = createConcurrencySlotLimiter({
    total: Math.ceil(limits.total / processes),
    perSite: Math.ceil(limits.perSite / processes),
    perNetwork: Math.ceil(limits.perNetwork / processes),
  });
  return async <T>(
    request: IncomingMessage,
    { siteId, network }: { siteId: number; network: string },
    forward: (body: Readable) => Promise<T>,
  ): Promise<T> => {
    // Browsers always send the length of an upload, and no more bytes than that are read.
    const length = Number(request.headers['content-length']);
    if (!(length <= maxUploadBytes)) throw new PayloadTooLargeError();
    const release = slots.tryAcquire(siteId, network);
    if (!release) throw new QueueFullError('too many uploads', slots.findRefusal(siteId, network));
    const path = join(folder, `${spoolPrefix}${randomUUID()}`);
    try {
      await receive(request, path);
      return await forwardFile(path, forward);
    } finally {
      release();
      await rm(path, { force: true });
    }
  };
}

/** Closes the file even if `forward` rejects before it reads the stream, because an open file keeps its disk space. */
async function forwardFile<T>(path: string, forward: (body: Readable) => Promise<T>): Promise<T> {
  const file = await open(path);
  try {
    return await forward(file.createReadStream());
  } finally {
    await file.close();
  }
}

async function receive(request: IncomingMessage, path: string): Promise<void> {
  try {
    await pipeline(request, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (cause) {
    if (request.complete || isFileError(cause)) throw cause;
    throw new ClientDisconnectedError();
  }
}

/** Distinguishes a failed system call on the temporary file, such as on a full disk, from an aborted request. */
const isFileError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && error.syscall !== 'read';
