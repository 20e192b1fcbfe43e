import type { RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpServer, maxQueuedRequestsPerConnection } from '#server/http/create-http-server.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function listen(handle: RequestListener): Promise<number> {
  const server = createHttpServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  closing.push(() => socket.destroy());
  return socket;
}

const pipeline = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, index) => `GET /${from + index} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join('');

/** Starts a server that holds every request until `release` is called. */
async function holdingServer() {
  const started: string[] = [];
  const released = Promise.withResolvers<void>();
  const port = await listen((request, response) => {
    started.push(request.url ?? '');
    void released.promise.then(() => response.end('ok'));
  });
  return { port, started, release: released.resolve };
}

describe('queuePerConnection', () => {
  it('handles pipelined requests up to the queue limit in order, one at a time', async () => {
    const { port, started, release } = await holdingServer();
    const socket = open(port);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.write(pipeline(1 + maxQueuedRequestsPerConnection));
    await expect.poll(() => started).toEqual(['/0']);
    release();
    await expect.poll(() => text.split('HTTP/1.1 200').length - 1).toBe(1 + maxQueuedRequestsPerConnection);
    expect(started).toEqual(Array.from({ length: 1 + maxQueuedRequestsPerConnection }, (_, index) => `/${index}`));
    socket.write(pipeline(1, 99));
    await expect.poll(() => started.at(-1)).toBe('/99');
    expect(socket.destroyed).toBe(false);
  });

  it('closes a connection that exceeds the queue limit and handles none of its queued requests', async () => {
    const { port, started, release } = await holdingServer();
    const socket = open(port);
    socket.pause();
    const isClosed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(pipeline(2 + maxQueuedRequestsPerConnection));
    socket.resume();
    await isClosed;
    release();
    expect(await (await fetch(`http://127.0.0.1:${port}/next`)).text()).toBe('ok');
    expect(started).toEqual(['/0', '/next']);
  });

  it('stays responsive and uses less than 64 MiB while clients pipeline without reading', async () => {
    const { port, started } = await holdingServer();
    const health = await listen((_request, response) => void response.end('ok'));
    const requests = pipeline(1_000);
    const before = process.memoryUsage().heapUsed;
    let sent = 0;
    for (let connection = 0; connection < 20; connection++) {
      const socket = open(port);
      socket.pause();
      for (let chunk = 0; chunk < 10 && !socket.destroyed; chunk++) {
        sent += 1_000;
        socket.write(requests);
      }
      await new Promise((resolve) => {
        socket.once('close', resolve);
        socket.resume();
      });
      expect((await fetch(`http://127.0.0.1:${health}/healthz`)).status).toBe(200);
    }
    expect(sent).toBeGreaterThan(100_000);
    expect(started).toHaveLength(20);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(64 * 2 ** 20);
  });
});
