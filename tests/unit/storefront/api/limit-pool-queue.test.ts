import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { QueueFullError } from '#server/http/limiter.ts';
import { createPoolQueueLimiter } from '#server/storefront/api/api-client.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Creates a pool with one connection to a server whose responses the test ends itself. */
async function poolWithPendingResponses(limits: { maxQueue: number; maxWaitMs: number }) {
  const pending: ServerResponse[] = [];
  const urls: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    urls.push(request.url);
    pending.push(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const pool = new Pool(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { connections: 1 });
  closing.push(() => {
    void pool.destroy();
    server.closeAllConnections();
    server.close();
  });
  const limited = pool.compose(createPoolQueueLimiter(limits));
  const get = async (path: string) => {
    const { body } = await limited.request({ path, method: 'GET' });
    return body.text();
  };
  return { pending, urls, get };
}

describe('createPoolQueueLimiter', () => {
  it('rejects a request at once when the queue is full', async () => {
    const { pending, get } = await poolWithPendingResponses({ maxQueue: 1, maxWaitMs: 10_000 });
    const first = get('/1');
    await expect.poll(() => pending).toHaveLength(1);
    const second = get('/2');
    await expect(get('/3')).rejects.toThrow(QueueFullError);
    pending[0]?.end('first');
    expect(await first).toBe('first');
    await expect.poll(() => pending).toHaveLength(2);
    pending[1]?.end('second');
    expect(await second).toBe('second');
  });

  it('rejects a request after the maximum wait and never sends it', async () => {
    const { pending, urls, get } = await poolWithPendingResponses({ maxQueue: 2, maxWaitMs: 1_000 });
    const first = get('/1');
    await expect.poll(() => pending).toHaveLength(1);
    await expect(get('/2')).rejects.toThrow('timed out waiting for a connection to the API');
    pending[0]?.end('first');
    expect(await first).toBe('first');
    const third = get('/3');
    await expect.poll(() => urls).toEqual(['/1', '/3']);
    pending[1]?.end('third');
    expect(await third).toBe('third');
  });

  it('rejects with the connection error of an unreachable server and frees the slot', async () => {
    const pool = new Pool('http://127.0.0.1:1', { connections: 1 });
    const limited = pool.compose(createPoolQueueLimiter({ maxQueue: 1, maxWaitMs: 10_000 }));
    for (let attempt = 0; attempt < 3; attempt++)
      await expect(limited.request({ path: '/', method: 'GET' })).rejects.toThrow('ECONNREFUSED');
    await pool.destroy();
  });
});
