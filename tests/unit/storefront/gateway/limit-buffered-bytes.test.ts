import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { QueueFullError } from '#server/http/limiter.ts';
import { createBufferedBytesLimiter } from '#server/storefront/gateway/media-gateway.ts';

const createResponse = () => new ServerResponse(new IncomingMessage(new Socket()));
const bytes = (length: number) => Buffer.alloc(length);

describe('createBufferedBytesLimiter', () => {
  test('refuses what a network has not read beyond its limit, and nothing of another network', () => {
    const { track } = createBufferedBytesLimiter({ total: 100, perNetwork: 20 });
    track(bytes(15), 'a', createResponse());
    expect(() => track(bytes(10), 'a', createResponse())).toThrow(QueueFullError);
    track(bytes(5), 'a', createResponse());
    track(bytes(20), 'b', createResponse());
  });

  test('counts a shared buffer once in the total', () => {
    const { track } = createBufferedBytesLimiter({ total: 20, perNetwork: 100 });
    const shared = bytes(15);
    for (let i = 0; i < 5; i++) track(shared, `n${i}`, createResponse());
    expect(() => track(bytes(10), 'other', createResponse())).toThrow(QueueFullError);
  });

  test('frees the bytes when the last response with the buffer has closed', async () => {
    const { track } = createBufferedBytesLimiter({ total: 20, perNetwork: 20 });
    const shared = bytes(15);
    const responses = [createResponse(), createResponse()] as const;
    track(shared, 'a', responses[0]);
    track(shared, 'b', responses[1]);
    responses[0].destroy();
    await setImmediate();
    expect(() => track(bytes(10), 'c', createResponse())).toThrow(QueueFullError);
    responses[1].destroy();
    await setImmediate();
    track(bytes(20), 'a', createResponse());
  });
});
