import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';
import { afterAll } from 'vitest';

const proxies: TcpProxy[] = [];
afterAll(async () => {
  for (const passage of proxies) await passage.cut();
});

/** A TCP port that leads somewhere else: to be cut, held and opened again. */
export class TcpProxy {
  readonly #target: NetConnectOpts;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #isHeld = false;
  port = 0;

  constructor(target: NetConnectOpts) {
    this.#target = target;
    proxies.push(this);
  }

  /** To a TCP port of this machine, or to the server of a database address. */
  static async start(target: number | string): Promise<TcpProxy> {
    const passage = new TcpProxy(typeof target === 'number' ? { host: '127.0.0.1', port: target } : addressOf(target));
    await passage.open();
    return passage;
  }

  /** The same database through this passage. */
  databaseUrl(url: string): string {
    const through = new URL(url);
    through.searchParams.delete('host');
    through.searchParams.delete('port');
    through.hostname = '127.0.0.1';
    through.port = String(this.port);
    return through.href;
  }

  async open(): Promise<void> {
    this.#server = createServer((near) => this.#join(near)).listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address && typeof address === 'object') this.port = address.port;
  }

  /** Ends all connections and takes no new ones. */
  async cut(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    const closed = server?.listening ? once(server, 'close') : null;
    server?.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** Takes connections and lets nothing through. */
  hold(): void {
    this.#isHeld = true;
    for (const socket of this.#sockets) socket.pause();
  }

  release(): void {
    this.#isHeld = false;
    for (const socket of this.#sockets) socket.resume();
  }

  #join(near: Socket): void {
    const far = connect(this.#target);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      from.on('data', (bytes) => {
        to.write(bytes);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      if (this.#isHeld) from.pause();
    }
  }
}

function addressOf(url: string): NetConnectOpts {
  const { hostname, port, searchParams } = new URL(url);
  const folder = searchParams.get('host');
  const number = searchParams.get('port') ?? (port || '5432');
  return folder?.startsWith('/') ? { path: `${folder}/.s.PGSQL.${number}` } : { host: hostname, port: Number(number) };
}
