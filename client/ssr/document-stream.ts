import { Writable } from 'node:stream';
import type { HtmlSink } from '#shared/rendering.ts';

/** HTML that is inserted into React's output. */
export interface InsertedHtml {
  /** Inserted directly after the opening `<head>` tag. */
  headStart: string;
  /** Inserted directly before `</body>`. */
  bodyEnd: string;
}

/** React emits chunks of 2 to 4 kB, and each chunk would be a separate write to the socket. */
const minChunkBytes = 16_384;
const headTag = '<head>';
const bodyEndTag = '</body>';
/** The last bytes are held back until React has ended, because `bodyEnd` must be inserted before `</body></html>`. */
const tailBytes = 64;

/** Inserts HTML into React's output and writes it to `sink` in chunks of at least 16 kB. */
export function createDocumentStream(sink: HtmlSink, { headStart, bodyEnd }: InsertedHtml): Writable {
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let isHeadOpen = false;

  const append = (bytes: Buffer) => {
    pending.push(bytes);
    pendingBytes += bytes.length;
  };
  const openHead = () => {
    const start = Buffer.concat(pending);
    const at = start.indexOf(headTag);
    if (at < 0) return;
    isHeadOpen = true;
    const end = at + headTag.length;
    pending = [start.subarray(0, end), Buffer.from(headStart), start.subarray(end)];
    pendingBytes += pending[1]?.length ?? 0;
  };
  const flush = () => {
    const bytes = Buffer.concat(pending);
    const rest = bytes.subarray(bytes.length - tailBytes);
    sink.chunk(bytes.subarray(0, bytes.length - tailBytes));
    pending = [rest];
    pendingBytes = rest.length;
  };

  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      append(chunk);
      if (!isHeadOpen) openHead();
      if (isHeadOpen && pendingBytes >= minChunkBytes + tailBytes) flush();
      done();
    },
    final(done) {
      const bytes = Buffer.concat(pending);
      const at = bytes.lastIndexOf(bodyEndTag);
      if (!isHeadOpen || at < 0) return done(new Error('the rendered document has no head or no body'));
      sink.chunk(Buffer.concat([bytes.subarray(0, at), Buffer.from(bodyEnd), bytes.subarray(at)]));
      sink.end();
      done();
    },
    destroy(error, done) {
      if (error) sink.fail(error);
      done(null);
    },
  });
}
