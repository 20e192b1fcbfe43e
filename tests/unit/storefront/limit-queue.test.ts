import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { QueueFullError } from '#server/http/limiter.ts';
import { limitQueue } from '#server/storefront/limit-queue.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A pool with one connection to a server that holds its answers. */
async function heldPool(limits: { maxQueue: number; maxWaitMs: number }) {
  const held: ServerResponse[] = [];
  const urls: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    urls.push(request.url);
    held.push(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const pool = new Pool(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { connections: 1 });
  closing.push(() => {
    void pool.destroy();
    server.closeAllConnections();
    server.close();
  });
  const limited = pool.compose(limitQueue(limits));
  const get = async (path: string) => {
    const { body } = await limited.request({ path, method: 'GET' });
    return body.text();
  };
  return { held, urls, get };
}

describe('limitQueue', () => {
  it('rejects a request at once when too many wait', async () => {
    const { held, get } = await heldPool({ maxQueue: 1, maxWaitMs: 10_000 });
    const first = get('/1');
    await expect.poll(() => held).toHaveLength(1);
    const second = get('/2');
    await expect(get('/3')).rejects.toThrow(QueueFullError);
    held[0]?.end('first');
    expect(await first).toBe('first');
    await expect.poll(() => held).toHaveLength(2);
    held[1]?.end('second');
    expect(await second).toBe('second');
  });

  it('rejects a request that waited too long, and never sends it', async () => {
    const { held, urls, get } = await heldPool({ maxQueue: 2, maxWaitMs: 50 });
    const first = get('/1');
    await expect.poll(() => held).toHaveLength(1);
    await expect(get('/2')).rejects.toThrow('no connection to the API became free in time');
    held[0]?.end('first');
    expect(await first).toBe('first');
    const third = get('/3');
    await expect.poll(() => urls).toEqual(['/1', '/3']);
    held[1]?.end('third');
    expect(await third).toBe('third');
  });

  it('passes on the error of a server that cannot be reached, and frees the place in the queue', async () => {
    const pool = new Pool('http://127.0.0.1:1', { connections: 1 });
    const limited = pool.compose(limitQueue({ maxQueue: 1, maxWaitMs: 10_000 }));
    for (let attempt = 0; attempt < 3; attempt++)
      await expect(limited.request({ path: '/', method: 'GET' })).rejects.toThrow('ECONNREFUSED');
    await pool.destroy();
  });
});
