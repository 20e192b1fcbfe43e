import { connect, type Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { connect as connectSecurely } from 'node:tls';
import { percentile } from '../medians.ts';
import { freshMark, freshWord, type LoadPlan, type LoadResult, requestBytes } from './load-plan.ts';
import { ResponseReader } from './response-reader.ts';

/**
 * The load generator, a process of its own so that it can be held on another core. Each connection asks again as soon
 * as it has its answer.
 */

/** A request that has had no answer for so long, in milliseconds, has failed. */
const patience = 10_000;

class Load {
  readonly #plan: LoadPlan;
  readonly #requests: readonly { bytes: Buffer; markAt: number }[];
  readonly #begun = Date.now();
  readonly #times: number[] = [];
  readonly #statuses: Record<string, number> = {};
  readonly #sockets = new Set<Socket>();
  readonly #done: () => void;
  #sent = 0;
  #bytes = 0;
  #errors = 0;
  #over = false;
  #seed = 0x2545f491;

  constructor(plan: LoadPlan, done: () => void) {
    this.#plan = plan;
    this.#done = done;
    const { host } = new URL(plan.url);
    this.#requests = plan.requests.map((request) => {
      const bytes = requestBytes(request, host);
      return { bytes, markAt: bytes.indexOf(freshMark) };
    });
    for (let i = 0; i < plan.connections; i++) this.#connect();
  }

  stop(): void {
    if (this.#over) return;
    this.#over = true;
    for (const socket of this.#sockets) socket.destroy();
    this.#done();
  }

  result(seconds: number): LoadResult {
    const sorted = Float64Array.from(this.#times).sort();
    const other = Object.entries(this.#statuses).filter(([status]) => !/^2|^304/.test(status));
    return {
      requests: this.#times.length,
      seconds,
      p50: percentile(sorted, 0.5),
      p99: percentile(sorted, 0.99),
      slowest: sorted.at(-1) ?? 0,
      bytes: this.#bytes,
      otherStatus: other.reduce((sum, [, count]) => sum + count, 0),
      errors: this.#errors,
      statuses: this.#statuses,
    };
  }

  #next(): Buffer | undefined {
    if (this.#over || (this.#plan.most !== undefined && this.#sent >= this.#plan.most)) return undefined;
    const at = this.#plan.order === 'random' ? this.#random() : this.#sent;
    const count = this.#sent++;
    const request = this.#requests[at % this.#requests.length];
    if (!request || request.markAt === -1) return request?.bytes;
    // A copy: the socket may still have the one before.
    const fresh = Buffer.from(request.bytes);
    fresh.write(freshWord(this.#begun, count), request.markAt, 'latin1');
    return fresh;
  }

  /** Xorshift: cheap, and the same in each run. */
  #random(): number {
    this.#seed ^= this.#seed << 13;
    this.#seed ^= this.#seed >>> 17;
    this.#seed ^= this.#seed << 5;
    return this.#seed >>> 0;
  }

  #connect(): void {
    const { protocol, hostname, port } = new URL(this.#plan.url);
    const host = hostname.replace(/^\[|\]$/g, '');
    const isSecure = protocol === 'https:';
    const number = Number(port) || (isSecure ? 443 : 80);
    const socket = isSecure
      ? connectSecurely({ host, port: number, servername: host, ALPNProtocols: ['http/1.1'] })
      : connect({ host, port: number });
    let asked = 0;
    let isOpen = false;
    const ask = () => {
      const request = this.#next();
      if (!request) return this.#finishOne(socket);
      asked = performance.now();
      socket.write(request);
    };
    const reader = new ResponseReader((status) => {
      this.#times.push(performance.now() - asked);
      this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
      asked = 0;
      if (!socket.destroyed) ask();
    });
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    socket.setTimeout(patience, () => socket.destroy());
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      isOpen = true;
      ask();
    });
    socket.on('data', (bytes: Buffer) => {
      this.#bytes += bytes.length;
      reader.push(bytes);
    });
    socket.on('error', () => {}); // What it means is counted when it closes.
    socket.once('close', () => {
      this.#sockets.delete(socket);
      reader.close();
      if (this.#over) return;
      const isFault = asked > 0 || !isOpen;
      if (isFault) this.#errors++;
      // Waits, so that a server that refuses everybody is not asked a million times.
      setTimeout(() => !this.#over && this.#connect(), isFault ? 50 : 0);
    });
  }

  /** Nothing is left to ask: the last connection to finish ends it. */
  #finishOne(socket: Socket): void {
    socket.removeAllListeners('close').destroy();
    this.#sockets.delete(socket);
    if (this.#sockets.size === 0) this.stop();
  }
}

export async function load(plan: LoadPlan): Promise<LoadResult> {
  const start = performance.now();
  const { promise, resolve } = Promise.withResolvers<void>();
  const running = new Load(plan, resolve);
  const timer = setTimeout(() => running.stop(), plan.duration * 1_000);
  await promise;
  clearTimeout(timer);
  return running.result((performance.now() - start) / 1_000);
}

if (import.meta.main) {
  console.log(JSON.stringify(await load((await json(process.stdin)) as LoadPlan)));
  process.exit(0);
}
