import { beforeEach, describe, expect, test } from 'vitest';
import { createSerialLatestRequestRunner } from '#client/features/checkout/delivery/use-shipping-fee-sync.ts';

interface PendingRequest {
  request: string;
  resolve: (result: string) => void;
  reject: (error: Error) => void;
}

let pending: PendingRequest[];
let events: string[];
let queue: ReturnType<typeof createSerialLatestRequestRunner<string>>;

beforeEach(() => {
  pending = [];
  events = [];
  queue = createSerialLatestRequestRunner<string>({
    run: (request) => new Promise((resolve, reject) => pending.push({ request, resolve, reject })),
    onBusyChange: (isBusy) => events.push(isBusy ? 'busy' : 'free'),
    onResult: (result) => events.push(`result ${result}`),
    onError: (error) => events.push(`failed ${(error as Error).message}`),
    onIdle: () => events.push('idle'),
  });
});

/** Waits until the handlers of settled promises have run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));
const requests = () => pending.map(({ request }) => request);

describe('createSerialLatestRequestRunner', () => {
  test('runs a request and reports its result', async () => {
    queue.request('16100');
    expect(events).toEqual(['busy']);
    pending[0]?.resolve('three carriers');
    await settle();
    expect(events).toEqual(['busy', 'result three carriers', 'free']);
  });

  test('runs one request at a time, and afterwards only the latest', async () => {
    queue.request('16100');
    queue.request('17000');
    queue.request('17100');
    expect(requests()).toEqual(['16100']);
    pending[0]?.resolve('of Cognac');
    await settle();
    expect(requests()).toEqual(['16100', '17100']);
    expect(events, 'superseded results are not reported').not.toContain('result of Cognac');
    pending[1]?.resolve('of Saintes');
    await settle();
    expect(events).toContain('result of Saintes');
    expect(requests()).toHaveLength(2);
  });

  test('reports the result of a running request that is requested again', async () => {
    queue.request('16100');
    queue.request('17000');
    queue.request('16100');
    pending[0]?.resolve('of Cognac');
    await settle();
    expect(events).toContain('result of Cognac');
    expect(requests()).toEqual(['16100']);
  });

  test('does not repeat a handled request', async () => {
    queue.request('16100');
    pending[0]?.resolve('three');
    await settle();
    queue.request('16100');
    expect(requests()).toEqual(['16100']);
  });

  test('reports a failure and repeats the request on rerun only', async () => {
    queue.request('16100');
    pending[0]?.reject(new Error('no connection'));
    await settle();
    expect(events).toEqual(['busy', 'failed no connection', 'free']);
    queue.request('16100');
    expect(requests()).toHaveLength(1);
    queue.rerun();
    expect(requests()).toEqual(['16100', '16100']);
  });

  test('ignores rerun while a request is running', () => {
    queue.request('16100');
    queue.rerun();
    expect(requests()).toEqual(['16100']);
  });

  test('does not report the failure of a superseded request', async () => {
    queue.request('16100');
    queue.request('');
    pending[0]?.reject(new Error('no connection'));
    await settle();
    expect(events).toEqual(['busy', 'free', 'idle']);
  });

  test('does not run the empty request and repeats the earlier request after it', async () => {
    queue.request('');
    expect(requests()).toEqual([]);
    queue.request('16100');
    pending[0]?.resolve('three');
    await settle();
    queue.request('');
    queue.request('16100');
    expect(requests()).toEqual(['16100', '16100']);
  });
});
