import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFileFinished } from '#tests/support/on-test-file-finished.ts';

const probeIntervalMs = 100;

/**
 * A load balancer in front of the servers at the given ports. It sends requests in turn to those whose last probe of
 * `/readyz` succeeded, and to another server if one refuses the connection, as nginx and HAProxy do by default.
 */
export async function startBalancer(ports: readonly number[]): Promise<{ port: number; readyPorts(): number[] }> {
  const ready = new Set<number>();
  const closing = new AbortController();
  let next = 0;
  const probe = async (port: number) => {
    while (!closing.signal.aborted) {
      if ((await probeOnce(port)) === 200) ready.add(port);
      else ready.delete(port);
      await sleep(probeIntervalMs, undefined, { signal: closing.signal }).catch(() => {});
    }
  };
  const running = ports.map(probe);
  const server = createServer((incoming, response) => {
    const body: Buffer[] = [];
    incoming.on('data', (chunk) => body.push(chunk));
    incoming.on('end', () => {
      const inTurn = [...ready].sort();
      next++;
      const ordered = inTurn.map((_, index) => inTurn[(next + index) % inTurn.length] as number);
      forward(ordered, { incoming, response, body: Buffer.concat(body) });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFileFinished(async () => {
    closing.abort();
    server.closeAllConnections();
    server.close();
    await Promise.all(running);
  });
  return { port: (server.address() as AddressInfo).port, readyPorts: () => [...ready] };
}

const probeOnce = (port: number): Promise<number> =>
  new Promise((resolve) => {
    const probing = request({ host: '127.0.0.1', port, path: '/readyz', agent: false, timeout: 2_000 }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    probing.on('timeout', () => probing.destroy());
    probing.on('error', () => resolve(0));
    probing.end();
  });

interface Exchange {
  incoming: IncomingMessage;
  response: ServerResponse;
  body: Buffer;
}

function forward([port, ...others]: readonly number[], exchange: Exchange): void {
  const { incoming, response, body } = exchange;
  if (port === undefined) {
    response.writeHead(503, { 'x-balancer': 'no server is ready', 'retry-after': '1' }).end();
    return;
  }
  const { method, url: path, headers } = incoming;
  const upstream = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
    answer.on('error', () => response.destroy());
  });
  response.on('close', () => upstream.destroy());
  upstream.on('error', (error: NodeJS.ErrnoException) => {
    if (response.headersSent || response.destroyed) response.destroy();
    else if (error.code === 'ECONNREFUSED') forward(others, exchange);
    else response.writeHead(502, { 'x-balancer': String(error.code) }).end();
  });
  upstream.end(body);
}
