import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type ConnectionLimits,
  type ConnectionRefusal,
  limitConnections,
  planDescriptors,
  readDescriptorLimit,
} from '#server/http/connection-limits.ts';

async function startLimitedServer(limits: ConnectionLimits) {
  const server = createServer((_request, response) => response.end('served'));
  const refused: ConnectionRefusal[] = [];
  limitConnections(server, {
    limits,
    networkOf: ({ remoteAddress = '' }) => (remoteAddress === '127.0.0.9' ? null : remoteAddress),
    log: pino({ level: 'silent' }),
    onRefused: (cause) => refused.push(cause),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  /** Opens a connection from this address, and resolves with true if a request on it is answered. */
  const request = (localAddress: string) =>
    new Promise<boolean>((resolve) => {
      const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', localAddress });
      sockets.push(socket);
      socket.on('connect', () => socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'));
      socket.on('data', () => resolve(true));
      socket.on('error', () => resolve(false));
      socket.on('close', () => resolve(false));
    });
  return { server, refused, request, sockets };
}

// Linux accepts every address of 127.0.0.0/8 as a source.
describe.skipIf(process.platform !== 'linux')('limitConnections', () => {
  test('closes connections of one network beyond its limit, and serves all others', async () => {
    const { request, refused, sockets } = await startLimitedServer({ total: 100, perNetwork: 2 });
    expect([await request('127.0.0.2'), await request('127.0.0.2')]).toEqual([true, true]);
    expect(await request('127.0.0.2')).toBe(false);
    expect(await request('127.0.0.3')).toBe(true);
    expect(refused).toEqual(['network']);
    sockets[0]?.destroy();
    await expect.poll(() => request('127.0.0.2')).toBe(true);
  });

  test('does not limit the connections of a proxy', async () => {
    const { request } = await startLimitedServer({ total: 100, perNetwork: 1 });
    expect([await request('127.0.0.9'), await request('127.0.0.9')]).toEqual([true, true]);
  });

  test('closes connections that are only kept alive when all places are taken', async () => {
    const { request, refused } = await startLimitedServer({ total: 2, perNetwork: 100 });
    expect([await request('127.0.0.2'), await request('127.0.0.2')]).toEqual([true, true]);
    expect(await request('127.0.0.3')).toBe(false);
    expect(refused).toContain('total');
    await expect.poll(() => request('127.0.0.3')).toBe(true);
  });

  test('outlives a connection that could not be accepted', async () => {
    const { server, request, refused } = await startLimitedServer({ total: 2, perNetwork: 2 });
    server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }));
    expect(await request('127.0.0.2')).toBe(true);
    expect(refused).toEqual(['descriptors']);
  });
});

describe('planDescriptors', () => {
  test.each([
    ['both', 256],
    ['both', 1_024],
    ['storefront', 256],
    ['api', 256],
  ] as const)('leaves descriptors for database and files to the role %s with a limit of %i', (role, limit) => {
    const { incoming, apiCalls } = planDescriptors({ role, databasePoolSize: 10 }, limit);
    const ends = role === 'both' ? 2 : role === 'storefront' ? 1 : 0;
    expect(incoming.total).toBeGreaterThan(50);
    expect(incoming.total + ends * apiCalls + 64).toBeLessThanOrEqual(limit);
    expect(incoming.perNetwork).toBeLessThan(incoming.total);
  });

  test('is bounded on a system without a limit', () => {
    const { incoming, apiCalls } = planDescriptors({ role: 'both', databasePoolSize: 10 }, null);
    expect({ ...incoming, apiCalls }).toEqual({ total: 20_000, perNetwork: 1_000, apiCalls: 256 });
  });
});

test('readDescriptorLimit returns the limit of this process', () => {
  expect(readDescriptorLimit()).toBeGreaterThan(100);
});
