import { Readable } from 'node:stream';
import type { HtmlSink } from '#shared/rendering.ts';

/**
 * Buffers a document while it is rendered, for any number of readers. Rendering does not wait for them, so that a slow
 * or disconnected visitor delays neither the cache nor other visitors.
 */
export interface BufferedDocument {
  /** Resolves to the whole document. Rejects if rendering fails after the first byte. */
  complete(): Promise<Buffer>;
  /** Returns a stream of the document from its first byte; it fails if rendering fails. */
  createReadStream(): Readable;
  /** Returns the whole document if it is complete, otherwise null. */
  getBodyIfComplete(): Buffer | null;
}

/** Returns a document that is complete. */
export const createCompleteDocument = (body: string | Uint8Array): BufferedDocument =>
  createBufferedDocument({
    write(sink) {
      sink.chunk(body);
      sink.end();
    },
  });

export function createBufferedDocument(document: { write(sink: HtmlSink): void }): BufferedDocument {
  const chunks: Uint8Array[] = [];
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  // The error is handled by readers and by the cache. Without either, it must not become an unhandled rejection.
  ended.catch(() => {});
  let isFinished = false;
  let failure: Error | undefined;
  /** Callbacks of readers that have read everything so far and wait for more. */
  let waiting: (() => void)[] = [];
  const signal = () => {
    const readers = waiting;
    waiting = [];
    for (const continueReading of readers) continueReading();
  };

  document.write({
    chunk(html) {
      chunks.push(typeof html === 'string' ? Buffer.from(html) : html);
      signal();
    },
    end() {
      isFinished = true;
      resolve();
      signal();
    },
    fail(error) {
      failure = error instanceof Error ? error : new Error(String(error));
      reject(failure);
      signal();
    },
  });

  const createReadStream = () => {
    let next = 0;
    // All chunks are pushed although the stream is full, because they are in memory either way. The reader pauses the
    // stream while it cannot send more.
    function pushChunks(reader: Readable): void {
      while (next < chunks.length) reader.push(chunks[next++]);
      if (failure) reader.destroy(failure);
      else if (isFinished) reader.push(null);
      else waiting.push(() => pushChunks(reader));
    }
    return new Readable({
      read() {
        pushChunks(this);
      },
    });
  };
  let body: Buffer | undefined;
  const concatenated = () => (body ??= Buffer.concat(chunks));
  return {
    complete: () => ended.then(concatenated),
    createReadStream,
    getBodyIfComplete: () => (isFinished ? concatenated() : null),
  };
}
