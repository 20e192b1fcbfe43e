import { type IncomingMessage, request as sendRequest } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createHttpServer, stalledRequestTimeoutMs } from '#server/http/create-http-server.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Starts a server whose fast path serves `/fast/<bytes>`, and returns its port and the sockets of its connections. */
async function listen(): Promise<{ port: number; sockets: Socket[] }> {
  const server = createHttpServer(
    () => {},
    (request, response) => {
      const bytes = /^\/fast\/(\d+)$/.exec(request.url ?? '')?.[1];
      if (bytes) response.end(Buffer.alloc(Number(bytes)));
      return bytes !== undefined;
    },
  );
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, sockets };
}

function sendWithoutReading(port: number, path: string): void {
  const client = connect(port, '127.0.0.1').on('error', () => {});
  client.pause();
  client.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  closing.push(() => client.destroy());
}

const readTimeout = ([socket]: Socket[]) => socket?.timeout;

describe('createHttpServer', () => {
  test('sets the idle timeout for the connection of a request in progress', async () => {
    const { port, sockets } = await listen();
    sendWithoutReading(port, '/slow');
    await expect.poll(() => readTimeout(sockets)).toBe(stalledRequestTimeoutMs);
  });

  test('sets the idle timeout for the connection of a client that does not read a response of the fast path', async () => {
    const { port, sockets } = await listen();
    sendWithoutReading(port, '/fast/20000000');
    await expect.poll(() => readTimeout(sockets)).toBe(stalledRequestTimeoutMs);
  });

  test('gives a response of the fast path that was sent at once only the keep-alive timeout', async () => {
    const { port, sockets } = await listen();
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      sendRequest({ port, path: '/fast/1000' }, resolve).on('error', reject).end();
    });
    await response.toArray();
    expect(readTimeout(sockets)).toBeGreaterThan(stalledRequestTimeoutMs);
  });
});
