import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';
import { onTestFileFinished } from '#tests/support/on-test-file-finished.ts';

/** Forwards a local TCP port to a target, and can drop or stall its connections to simulate network failures. */
export class TcpProxy {
  readonly #target: NetConnectOpts;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #isStalled = false;
  port = 0;

  constructor(target: NetConnectOpts) {
    this.#target = target;
    onTestFileFinished(() => this.disconnect());
  }

  /** Starts the proxy for a local TCP port, or for the server of a database connection string. */
  static async start(target: number | string): Promise<TcpProxy> {
    const proxy = new TcpProxy(
      typeof target === 'number' ? { host: '127.0.0.1', port: target } : connectionOptionsOf(target),
    );
    await proxy.open();
    return proxy;
  }

  /** Returns the connection string of the same database through this proxy. */
  databaseUrl(url: string): string {
    const proxied = new URL(url);
    proxied.searchParams.delete('host');
    proxied.searchParams.delete('port');
    proxied.hostname = '127.0.0.1';
    proxied.port = String(this.port);
    return proxied.href;
  }

  async open(): Promise<void> {
    this.#server = createServer((client) => this.#forward(client)).listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address && typeof address === 'object') this.port = address.port;
  }

  /** Closes all connections and refuses new ones until `open` is called. */
  async disconnect(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    const closed = server?.listening ? once(server, 'close') : null;
    server?.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** Accepts connections without forwarding data. */
  stall(): void {
    this.#isStalled = true;
    for (const socket of this.#sockets) socket.pause();
  }

  resume(): void {
    this.#isStalled = false;
    for (const socket of this.#sockets) socket.resume();
  }

  #forward(client: Socket): void {
    const upstream = connect(this.#target);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
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
      if (this.#isStalled) from.pause();
    }
  }
}

function connectionOptionsOf(url: string): NetConnectOpts {
  const { hostname, port, searchParams } = new URL(url);
  const folder = searchParams.get('host');
  const number = searchParams.get('port') ?? (port || '5432');
  return folder?.startsWith('/') ? { path: `${folder}/.s.PGSQL.${number}` } : { host: hostname, port: Number(number) };
}
