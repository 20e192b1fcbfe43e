import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { findFreePort } from '#tests/support/servers/find-free-port.ts';
import { generateLoad } from '../../../../bench/load/generate-load.ts';
import { countFailedRequests, type LoadPlan, uniqueIdPlaceholder } from '../../../../bench/load/load-plan.ts';

const closeCallbacks: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closeCallbacks.splice(0)) await close();
});

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  closeCallbacks.push(() => server.close().closeAllConnections());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const createPlan = (url: string, plan: Partial<LoadPlan> = {}): LoadPlan => ({
  url,
  connections: 4,
  durationSeconds: 0.3,
  requests: [{ path: '/', headers: {} }],
  ...plan,
});

const paths = (...names: string[]) => names.map((path) => ({ path, headers: {} }));

describe('generateLoad', () => {
  it('sends requests at the planned rate and counts none of them as unanswered', async () => {
    const url = await listen((_request, response) => response.end());
    const result = await generateLoad(createPlan(url, { requestsPerSecond: 20, durationSeconds: 2 }));
    // Without a rate, there would be thousands of responses.
    expect(result.requests).toBeGreaterThan(10);
    expect(result.requests).toBeLessThan(120);
    expect(result.unansweredRequests).toBe(0);
  });

  it('sends method, path, headers, Host and body as planned', async () => {
    const received: { request: IncomingMessage; body: string }[] = [];
    const url = await listen(async (request, response) => {
      received.push({ request, body: await text(request) });
      response.end();
    });
    const headers = { host: 'estate.example', 'X-Name': 'value' };
    const requests = [{ path: '/api/order?a=b', method: 'POST' as const, headers, body: '{"name":"é"}' }];
    await generateLoad(createPlan(url, { connections: 1, maxRequests: 1, requests }));
    expect(received).toHaveLength(1);
    expect(received[0]?.request).toMatchObject({ method: 'POST', url: '/api/order?a=b' });
    expect(received[0]?.request.headers).toMatchObject({ host: 'estate.example', 'x-name': 'value' });
    expect(received[0]?.body).toBe('{"name":"é"}');
  });

  it('ends after the maximum number of requests, spread over all connections', async () => {
    const received: string[] = [];
    const url = await listen((request, response) => {
      received.push(request.url ?? '');
      response.end();
    });
    const requests = paths('/a', '/b', '/c', '/d', '/e', '/f');
    const result = await generateLoad(createPlan(url, { durationSeconds: 60, requests, maxRequests: 6 }));
    expect(received.toSorted()).toEqual(['/a', '/b', '/c', '/d', '/e', '/f']);
    expect(result).toMatchObject({ requests: 6, statuses: { 200: 6 }, failedResponses: 0, unansweredRequests: 0 });
  });

  it('stops at the maximum number of requests when there are fewer than connections', async () => {
    const url = await listen((_request, response) => response.end());
    const result = await generateLoad(createPlan(url, { connections: 8, durationSeconds: 60, maxRequests: 2 }));
    expect(result.requests).toBe(2);
  });

  it('sends a different id with each request', async () => {
    const keys: string[] = [];
    const url = await listen((request, response) => {
      keys.push(String(request.headers['idempotency-key']));
      response.end();
    });
    const headers = { 'idempotency-key': uniqueIdPlaceholder };
    const requests = [
      { path: '/a', headers },
      { path: '/b', headers },
    ];
    await generateLoad(createPlan(url, { requests, maxRequests: 40 }));
    expect(new Set(keys).size).toBe(40);
    for (const key of keys) expect(key).toMatch(/^[\w-]{8,128}$/);
  });

  it('reports latencies in fractions of a millisecond, bytes and the actual duration', async () => {
    const url = await listen((_request, response) => response.end('x'.repeat(1_000)));
    const { requests, seconds, p50Ms, p99Ms, maxMs, bytes } = await generateLoad(createPlan(url));
    expect(Number.isInteger(p50Ms)).toBe(false);
    expect(p50Ms).toBeGreaterThan(0);
    expect(p99Ms).toBeGreaterThanOrEqual(p50Ms);
    expect(maxMs).toBeGreaterThanOrEqual(p99Ms);
    expect(bytes).toBeGreaterThan(requests * 1_000);
    expect(seconds).toBeGreaterThanOrEqual(0.3);
  });

  it('counts 2xx and 304 as success and every other status as a failed response', async () => {
    const url = await listen((request, response) => response.writeHead(Number(request.url?.slice(1))).end());
    const requests = paths('/200', '/204', '/304', '/404', '/503');
    const result = await generateLoad(createPlan(url, { requests, maxRequests: 10, connections: 2 }));
    expect(result.statuses).toEqual({ 200: 2, 204: 2, 304: 2, 404: 2, 503: 2 });
    expect(result).toMatchObject({ failedResponses: 4, unansweredRequests: 0 });
    expect(countFailedRequests(result)).toBe(4);
    expect(countFailedRequests(result, 304)).toBe(8);
  });

  it.each([
    ['before the response', (socket: Socket) => socket.end()],
    ['within the response', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhel')],
    ['by a reset', (socket: Socket) => socket.resetAndDestroy()],
  ])('counts requests as unanswered when the server closes the connection %s', async (_case, close) => {
    let isFirst = true;
    const server = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', () => {
        if (!isFirst) return socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
        isFirst = false;
        close(socket);
      });
    }).listen(0, '127.0.0.1');
    closeCallbacks.push(() => server.close());
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const result = await generateLoad(createPlan(url, { connections: 2 }));
    expect(result.requests).toBeGreaterThan(0);
    expect(result.unansweredRequests).toBeGreaterThanOrEqual(1);
  });

  it('gives up early when the server refuses connections', async () => {
    const url = `http://127.0.0.1:${await findFreePort()}`;
    const result = await generateLoad(createPlan(url, { durationSeconds: 60 }));
    expect(result.requests).toBe(0);
    expect(result.unansweredRequests).toBeGreaterThanOrEqual(1_000);
    expect(result.seconds).toBeLessThan(30);
  });
});
