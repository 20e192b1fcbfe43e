import type { HtmlSink } from '#shared/rendering.ts';

/** Whether the document was whole at once; if not, its bytes are still to come. */
type Collected = { body: Buffer } | { rest: Promise<Buffer>; follow(sink: HtmlSink): void };

/** Gathers a document. One that is written in one go needs no stream: it has a length and a name before it leaves. */
export function collect(document: { write(sink: HtmlSink): void }): Collected {
  const parts: Buffer[] = [];
  let follower: HtmlSink | undefined;
  let isWhole = false;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  document.write({
    chunk(html) {
      // A copy: whoever renders may use its buffer again.
      const part = typeof html === 'string' ? Buffer.from(html) : Buffer.from(html);
      parts.push(part);
      follower?.chunk(part);
    },
    end() {
      isWhole = true;
      follower?.end();
      resolve(Buffer.concat(parts));
    },
    fail(error) {
      follower?.fail(error);
      reject(error);
    },
  });
  if (isWhole) return { body: Buffer.concat(parts) };
  return {
    rest: promise,
    follow(sink) {
      follower = sink;
      for (const part of parts) sink.chunk(part);
    },
  };
}
