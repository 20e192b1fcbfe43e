import { Readable } from 'node:stream';
import type { HtmlSink } from '#shared/rendering.ts';

/**
 * Buffers a document while it is rendered. The renderer writes at its own speed and any number of readers follow at
 * theirs, so that a slow or disconnected visitor delays neither the cache nor other visitors.
 */
export interface BufferedDocument {
  /** The whole document; rejects if rendering fails after its first byte. */
  complete: Promise<Buffer>;
  /** Returns a stream of the document from its first byte; it fails if rendering fails. */
  createReadStream(): Readable;
}

export function bufferDocument(document: { write(sink: HtmlSink): void }): BufferedDocument {
  const chunks: Buffer[] = [];
  const { promise: complete, resolve, reject } = Promise.withResolvers<Buffer>();
  complete.catch(() => {}); // Handled by readers and by the cache; a document may have neither.
  let isFinished = false;
  let failure: unknown;
  let changed = Promise.withResolvers<void>();
  const signal = () => {
    changed.resolve();
    changed = Promise.withResolvers<void>();
  };

  document.write({
    chunk(html) {
      chunks.push(typeof html === 'string' ? Buffer.from(html) : Buffer.from(html));
      signal();
    },
    end() {
      isFinished = true;
      resolve(Buffer.concat(chunks));
      signal();
    },
    fail(error) {
      failure = error instanceof Error ? error : new Error(String(error));
      reject(failure);
      signal();
    },
  });

  async function* read(): AsyncGenerator<Buffer> {
    for (let next = 0; ; ) {
      const chunk = chunks[next];
      if (chunk) {
        next += 1;
        yield chunk;
      } else if (failure !== undefined) throw failure;
      else if (isFinished) return;
      else await changed.promise;
    }
  }
  return { complete, createReadStream: () => Readable.from(read(), { objectMode: false }) };
}
