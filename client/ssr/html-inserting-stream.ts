import { EventEmitter } from 'node:events';
import type { HtmlSink } from '#shared/rendering.ts';

export interface InsertedHtml {
  /**
   * The beginning of React's output until the opening `<head>` tag, which has been written already and is left out. The
   * preloads of eager pictures that React writes after it are left out too: the page's head preloads the first one.
   */
  start: string;
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
const bodyEndTag = '</body>';
const preloadStart = '<link rel="preload"';
/**
 * Number of bytes that are held back until React has ended, because `bodyEnd` must be inserted before `</body></html>`.
 */
const tailBytes = 64;

/**
 * Writes React's output to `sink` in chunks of at least 16 kB, except the last one, without its beginning and with
 * inserted HTML.
 * React's output is copied into blocks, which the sink receives without another copy, except the last one. The sink
 * accepts all chunks without back-pressure, so this class does without the buffer of Node's `Writable`, whose chunks
 * are freed only by full garbage collections.
 */
export class HtmlInsertingStream extends EventEmitter implements NodeJS.WritableStream {
  readonly writable = true;
  readonly #sink: HtmlSink;
  readonly #inserted: InsertedHtml;
  #block = Buffer.allocUnsafeSlow(blockBytes);
  #length = 0;
  #isHeadOpen = false;
  #hasPreloads = true;
  #hasEnded = false;

  constructor(sink: HtmlSink, inserted: InsertedHtml) {
    super();
    this.#sink = sink;
    this.#inserted = inserted;
  }

  /** Appends HTML; does nothing after the end or a failure. It always returns true, because React need not wait. */
  write(html: string | Uint8Array): boolean {
    if (this.#hasEnded) return true;
    this.#append(html);
    if (!this.#isHeadOpen) this.#removeStart();
    if (this.#isHeadOpen && this.#length >= minChunkBytes + tailBytes) this.#flush();
    return true;
  }

  /** Writes the end of the document. A document with another beginning or without a body fails instead. */
  end(): this {
    if (this.#hasEnded) return this;
    this.#removePreloads();
    const bytes = this.#block.subarray(0, this.#length);
    const at = bytes.lastIndexOf(bodyEndTag);
    if (!this.#isHeadOpen || at < 0)
      return this.destroy(
        new Error(`the rendered document does not begin with ${this.#inserted.start} or has no body`),
      );
    this.#hasEnded = true;
    this.#sink.chunk(Buffer.concat([bytes.subarray(0, at), ...this.#inserted.bodyEnd, bytes.subarray(at)]));
    this.#sink.end();
    return this;
  }

  /** Ends the document with a failure. The event `close` makes React stop rendering. */
  destroy(error: Error): this {
    if (this.#hasEnded) return this;
    this.#hasEnded = true;
    this.#sink.fail(error);
    process.nextTick(() => this.emit('close'));
    return this;
  }

  #append(html: string | Uint8Array): void {
    const isText = typeof html === 'string';
    const added = isText ? Buffer.byteLength(html) : html.length;
    if (this.#length + added > this.#block.length) {
      const larger = Buffer.allocUnsafeSlow(this.#length + added + blockBytes);
      larger.set(this.#block.subarray(0, this.#length));
      this.#block = larger;
    }
    if (isText) this.#block.write(html, this.#length);
    else this.#block.set(html, this.#length);
    this.#length += added;
  }

  #removeStart(): void {
    const { length } = this.#inserted.start;
    if (this.#length < length || this.#block.toString('latin1', 0, length) !== this.#inserted.start) return;
    this.#isHeadOpen = true;
    this.#block.copyWithin(0, length, this.#length);
    this.#length -= length;
  }

  /** Runs before the first bytes are written, when the block contains more than the preloads. */
  #removePreloads(): void {
    if (!this.#hasPreloads || !this.#isHeadOpen) return;
    this.#hasPreloads = false;
    let at = 0;
    while (this.#block.toString('latin1', at, at + preloadStart.length) === preloadStart)
      at = this.#block.indexOf('>', at) + 1;
    this.#block.copyWithin(0, at, this.#length);
    this.#length -= at;
  }

  #flush(): void {
    this.#removePreloads();
    const end = this.#length - tailBytes;
    const next = Buffer.allocUnsafeSlow(blockBytes);
    next.set(this.#block.subarray(end, this.#length));
    this.#sink.chunk(this.#block.subarray(0, end));
    this.#block = next;
    this.#length = tailBytes;
  }
}
