import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { destroyResponseWhenStalled } from '#server/storefront/gateway/create-file-streamer.ts';

/** Client and server share this process, so the time between two checks exceeds the pauses of a busy machine. */
const limits = { checkEveryMs: 400, minBytes: 1_024 };
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Starts a server that streams `source` and counts closed responses, and sends one request. */
async function streamingServer(source: () => Readable) {
  const ended = { count: 0 };
  const server = createServer((_request, response) => {
    response.on('error', () => {});
    destroyResponseWhenStalled(response, limits);
    response.once('close', () => ended.count++);
    source().pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  closing.push(() => socket.destroy());
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  return { socket, ended };
}

function* endlessChunks() {
  while (true) yield Buffer.alloc(64 * 1024);
}

describe('destroyResponseWhenStalled', () => {
  it('closes the connection of a client that does not read', async () => {
    const { socket, ended } = await streamingServer(() => Readable.from(endlessChunks()));
    socket.pause();
    await expect.poll(() => ended.count, { timeout: 5_000 }).toBe(1);
  });

  it('keeps the connection of a client that reads', async () => {
    const { socket, ended } = await streamingServer(() => Readable.from(endlessChunks()));
    socket.resume();
    await new Promise((resolve) => setTimeout(resolve, 3 * limits.checkEveryMs));
    expect(ended.count).toBe(0);
  });

  it('keeps a response that waits for its source', async () => {
    const { socket, ended } = await streamingServer(() => new Readable({ read() {} }));
    socket.resume();
    await new Promise((resolve) => setTimeout(resolve, 3 * limits.checkEveryMs));
    expect(ended.count).toBe(0);
  });
});
