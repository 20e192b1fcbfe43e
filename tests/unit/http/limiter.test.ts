import { describe, expect, it } from 'vitest';
import { createConcurrencyLimiter, createSingleFlight, QueueFullError } from '#server/http/limiter.ts';

describe('createConcurrencyLimiter', () => {
  it('limits concurrent tasks and runs them in the order of their calls', async () => {
    const limit = createConcurrencyLimiter({ concurrency: 2, maxQueue: 100 });
    let running = 0;
    let maxRunning = 0;
    const done: number[] = [];
    const task = (index: number) => async () => {
      maxRunning = Math.max(maxRunning, ++running);
      await new Promise(setImmediate);
      running--;
      done.push(index);
    };
    await Promise.all(Array.from({ length: 9 }, (_, index) => limit(task(index))));
    expect(maxRunning).toBe(2);
    expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('starts the next task after one has failed', async () => {
    const limit = createConcurrencyLimiter({ concurrency: 1, maxQueue: 10 });
    const failing = limit(async () => {
      throw new Error('no');
    });
    const next = limit(async () => 'yes');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });

  it('rejects a task when the queue is full', async () => {
    const limit = createConcurrencyLimiter({ concurrency: 1, maxQueue: 1 });
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = limit(() => promise);
    const second = limit(async () => {});
    await expect(limit(async () => {})).rejects.toThrow(QueueFullError);
    resolve();
    await Promise.all([first, second]);
  });
});

describe('createSingleFlight', () => {
  it('shares one run among concurrent calls with the same key', async () => {
    const once = createSingleFlight<number>();
    let runs = 0;
    const task = async () => ++runs;
    expect(await Promise.all([once('a', task), once('a', task), once('b', task)])).toEqual([1, 1, 2]);
    expect(await once('a', task)).toBe(3);
  });

  it('does not cache a failure', async () => {
    const once = createSingleFlight<number>();
    await expect(once('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await once('a', async () => 1)).toBe(1);
  });
});
