import { Writable } from 'node:stream';
import type { HtmlSink } from '#shared/rendering.ts';

/** HTML that is inserted into React's output. */
export interface InsertedHtml {
  /** HTML to insert directly after the opening `<head>` tag, in UTF-8. */
  staticHead: Uint8Array;
  /** Parts of the HTML to insert directly before `</body>`, in UTF-8. */
  bodyEnd: readonly Uint8Array[];
}

/**
 * Minimum size in bytes of a chunk that is written. React emits chunks of 2 to 4 kB, and each would be a separate write
 * to the socket.
 */
const minChunkBytes = 16_384;
/**
 * Size in bytes of a block, which has room for a chunk of the minimum size, the bytes held back, and a usual write by
 * React.
 */
const blockBytes = 20_480;
const headTag = '<head>';
const bodyEndTag = '</body>';
/**
 * Number of bytes that are held back until React has ended, because `bodyEnd` must be inserted before `</body></html>`.
 */
const tailBytes = 64;

/**
 * Inserts HTML into React's output and writes the result to `sink` in chunks of at least 16 kB. React's bytes are
 * copied only once, into the block that the sink receives.
 */
export function createDocumentStream(sink: HtmlSink, { staticHead, bodyEnd }: InsertedHtml): Writable {
  let block = Buffer.allocUnsafeSlow(blockBytes);
  let length = 0;
  let isHeadOpen = false;

  const append = (bytes: Uint8Array) => {
    if (length + bytes.length > block.length) {
      const larger = Buffer.allocUnsafeSlow(length + bytes.length + blockBytes);
      larger.set(block.subarray(0, length));
      block = larger;
    }
    block.set(bytes, length);
    length += bytes.length;
  };
  const openHead = () => {
    const at = block.subarray(0, length).indexOf(headTag);
    if (at < 0) return;
    isHeadOpen = true;
    const end = at + headTag.length;
    const rest = Buffer.from(block.subarray(end, length));
    length = end;
    append(staticHead);
    append(rest);
  };
  const flush = () => {
    const end = length - tailBytes;
    const next = Buffer.allocUnsafeSlow(blockBytes);
    next.set(block.subarray(end, length));
    sink.chunk(block.subarray(0, end));
    block = next;
    length = tailBytes;
  };

  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      append(chunk);
      if (!isHeadOpen) openHead();
      if (isHeadOpen && length >= minChunkBytes + tailBytes) flush();
      done();
    },
    final(done) {
      const bytes = block.subarray(0, length);
      const at = bytes.lastIndexOf(bodyEndTag);
      if (!isHeadOpen || at < 0) return done(new Error('the rendered document has no head or no body'));
      sink.chunk(Buffer.concat([bytes.subarray(0, at), ...bodyEnd, bytes.subarray(at)]));
      sink.end();
      done();
    },
    destroy(error, done) {
      if (error) sink.fail(error);
      done(null);
    },
  });
}
