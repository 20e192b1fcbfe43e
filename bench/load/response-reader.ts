/**
 * Reads the answers of one HTTP/1.1 connection, one at a time, and throws the bodies away. It knows lengths, chunks and
 * bodies that end with the connection, and nothing else: whoever generates load must cost less than who bears it.
 */
export class ResponseReader {
  readonly #onAnswer: (status: number) => void;
  #rest: Buffer = Buffer.alloc(0);
  #state: 'head' | 'body' | 'chunk' | 'trailer' | 'until-close' = 'head';
  #status = 0;
  /** Bytes of the body, or of the chunk with its line end, that are still to come. */
  #missing = 0;

  constructor(onAnswer: (status: number) => void) {
    this.#onAnswer = onAnswer;
  }

  /** @throws Error where the bytes are no HTTP. */
  push(bytes: Buffer): void {
    this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    while (this.#rest.length > 0 && this.#step());
  }

  /** The connection has ended. Answers whether it ended between two answers. */
  close(): boolean {
    if (this.#state === 'until-close') this.#finish();
    return this.#state === 'head' && this.#rest.length === 0;
  }

  /** Takes what it can. Answers whether there may be more to take. */
  #step(): boolean {
    switch (this.#state) {
      case 'head':
        return this.#takeHead();
      case 'body':
      case 'until-close':
        return this.#skip();
      case 'chunk':
        return this.#missing > 0 ? this.#skip() : this.#takeChunkLine();
      case 'trailer':
        return this.#takeTrailer();
    }
  }

  #takeHead(): boolean {
    const end = this.#rest.indexOf('\r\n\r\n');
    if (end === -1) return false;
    const head = this.#rest.toString('latin1', 0, end);
    this.#rest = this.#rest.subarray(end + 4);
    this.#status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1]);
    if (!this.#status) throw new Error('the server does not speak HTTP/1.1');
    if (this.#status < 200) return true; // An interim answer: the real one follows.
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (this.#status === 204 || this.#status === 304 || length === '0') this.#finish();
    else if (/\r\ntransfer-encoding:[^\r]*chunked/i.test(head)) this.#state = 'chunk';
    else if (length === undefined) this.#state = 'until-close';
    else {
      this.#state = 'body';
      this.#missing = Number(length);
    }
    return true;
  }

  #skip(): boolean {
    if (this.#state === 'until-close') {
      this.#rest = this.#rest.subarray(this.#rest.length);
      return false;
    }
    const taken = Math.min(this.#missing, this.#rest.length);
    this.#missing -= taken;
    this.#rest = this.#rest.subarray(taken);
    if (this.#missing === 0 && this.#state === 'body') this.#finish();
    return true;
  }

  #takeChunkLine(): boolean {
    const end = this.#rest.indexOf('\r\n');
    if (end === -1) return false;
    const size = Number.parseInt(this.#rest.toString('latin1', 0, end), 16);
    if (Number.isNaN(size)) throw new Error('the server sends a chunk without a size');
    this.#rest = this.#rest.subarray(end + 2);
    if (size === 0) this.#state = 'trailer';
    else this.#missing = size + 2;
    return true;
  }

  #takeTrailer(): boolean {
    const end = this.#rest.indexOf('\r\n');
    if (end === -1) return false;
    this.#rest = this.#rest.subarray(end + 2);
    if (end === 0) this.#finish();
    return true;
  }

  #finish(): void {
    this.#state = 'head';
    this.#onAnswer(this.#status);
  }
}
