import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { measureScenario } from '../../../../bench/load/measure.ts';

async function listen(delayMs: number) {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests++;
    setTimeout(() => response.end('ok'), delayMs);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, countRequests: () => requests };
}

test('a sample with a number of requests ends when all of them are answered and their work is done', async () => {
  const { url, countRequests } = await listen(100);
  let finishedAfter = 0;
  const plan = { url, connections: 4, requests: [{ path: '/', headers: {} }] };
  const finish = async () => {
    finishedAfter = countRequests();
  };
  const processes = { own: process.pid };
  const sample = await measureScenario({ name: 'slow', plan, processes, countPerSecond: 20, finish }, 1);
  expect([countRequests(), finishedAfter, sample.failures]).toEqual([20, 20, 0]);
});

test('requests per CPU second are those of all processes of a scenario', async () => {
  const { url } = await listen(0);
  const plan = { url, connections: 2, requests: [{ path: '/', headers: {} }] };
  const processes = { own: process.pid, again: process.pid };
  const { requestsPerCpuSecond, cpuMicros } = await measureScenario({ name: 'twice', plan, processes }, 1);
  const { own = 0, again = 0 } = cpuMicros;
  expect(1e6 / requestsPerCpuSecond).toBeCloseTo(own + again, 0);
});
