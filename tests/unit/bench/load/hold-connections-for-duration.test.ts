import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { holdConnectionsForDuration } from '../../../../bench/load/hold-connections-for-duration.ts';

let server: Server;
afterEach(() => new Promise((resolve) => server.close(resolve)));

async function listen(onConnection: (socket: Socket) => void): Promise<string> {
  server = createServer(onConnection).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const request = { path: '/list', headers: { host: 'estate.example' } };

test('holdConnectionsForDuration sends the request several times on each connection and reads nothing', async () => {
  const received: string[] = [];
  const url = await listen((socket) => {
    const index = received.push('') - 1;
    socket
      .on('error', () => {})
      .on('data', (data) => {
        received[index] += String(data);
      });
  });
  expect(await holdConnectionsForDuration({ url, connections: 2, durationSeconds: 0.3, request, repetitions: 3 })).toBe(
    2,
  );
  const head = 'GET /list HTTP/1.1\r\nhost: estate.example\r\n\r\n';
  expect(received).toEqual([head.repeat(3), head.repeat(3)]);
});

test('holdConnectionsForDuration opens a connection that the server has reset again', async () => {
  const url = await listen((socket) => socket.on('error', () => {}).resetAndDestroy());
  expect(
    await holdConnectionsForDuration({ url, connections: 1, durationSeconds: 0.5, request, repetitions: 1 }),
  ).toBeGreaterThan(2);
});
