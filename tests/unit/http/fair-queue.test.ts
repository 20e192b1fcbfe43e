import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFairQueue, type FairQueueLimits, type QueuedTaskOwner } from '#server/http/fair-queue.ts';
import { QueueFullError } from '#server/http/limiter.ts';

const limits: FairQueueLimits = {
  concurrency: 1,
  maxQueue: 100,
  maxQueuePerSite: 50,
  maxQueuePerNetwork: 20,
  maxWaitMs: 1_000,
};
const owner = (siteId: number, network = 'a'): QueuedTaskOwner => ({ siteId, network });

/**
 * Queues one task per owner behind a task that blocks the queue.
 * @returns the owners in the order in which their tasks ran
 */
async function runInOrder(owners: readonly QueuedTaskOwner[], queue = createFairQueue(limits)): Promise<string[]> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const blocking = queue.run(owner(0), () => released);
  const order: string[] = [];
  const tasks = owners.map((each) =>
    queue.run(each, async () => void order.push(`${each.siteId}${each.network}`)).catch((error: unknown) => error),
  );
  release();
  await Promise.all([blocking, ...tasks]);
  return order;
}

describe('createFairQueue', () => {
  test('leaves the other sites a slot while tasks of one site never end', async () => {
    const queue = createFairQueue({ ...limits, concurrency: 2, maxRunningPerSite: 1, maxWaitMs: 60_000 });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const endless = [1, 2, 3].map(() => queue.run(owner(1), () => released));
    expect(await queue.run(owner(2), async () => 'done')).toBe('done');
    release();
    await Promise.all(endless);
  });

  test('starts the task of another site before the second task of a burst', async () => {
    expect(await runInOrder([owner(1), owner(1), owner(1), owner(2)])).toEqual(['1a', '2a', '1a', '1a']);
  });

  test('starts the task of another network before the second task of a burst at the same site', async () => {
    expect(await runInOrder([owner(1), owner(1), owner(1), owner(1, 'b')])).toEqual(['1a', '1b', '1a', '1a']);
  });

  test.each([
    ['a network', Array.from({ length: 21 }, () => owner(1)), 20],
    ['a site', Array.from({ length: 51 }, (_, i) => owner(1, `n${i}`)), 50],
    ['all sites', Array.from({ length: 101 }, (_, i) => owner(i)), 100],
  ])('rejects tasks beyond the limit of %s', async (_, owners, accepted) => {
    expect(await runInOrder(owners)).toHaveLength(accepted);
  });

  test('rejects with a QueueFullError and accepts tasks again afterwards', async () => {
    const queue = createFairQueue({ ...limits, maxQueuePerNetwork: 0 });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const running = queue.run(owner(1), () => released);
    await expect(queue.run(owner(1), async () => {})).rejects.toBeInstanceOf(QueueFullError);
    release();
    await running;
    await expect(queue.run(owner(1), async () => 'done')).resolves.toBe('done');
  });

  test('rejects a task that has waited too long, and starts the next in its place', async () => {
    const queue = createFairQueue({ ...limits, maxWaitMs: 20 });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const running = queue.run(owner(1), () => released);
    await expect(queue.run(owner(1), async () => {})).rejects.toThrow('timed out in the queue');
    const next = queue.run(owner(2), async () => 'next');
    release();
    await running;
    expect(await next).toBe('next');
  });

  test('runs no more tasks of a network than allowed, and those of others at the same time', async () => {
    const queue = createFairQueue({ ...limits, concurrency: 3 });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const started: string[] = [];
    const run = (network: string) =>
      queue.run({ ...owner(1, network), maxRunning: 2 }, async () => {
        started.push(network);
        await released;
      });
    const tasks = [run('a'), run('a'), run('a'), run('b')];
    await setImmediate();
    expect(started).toEqual(['a', 'a', 'b']);
    release();
    await Promise.all(tasks);
    expect(started).toEqual(['a', 'a', 'b', 'a']);
  });

  test('never runs more tasks than allowed, and runs each accepted task once, failed ones included', async () => {
    const anyTask = fc.record({
      siteId: fc.nat(3),
      network: fc.constantFrom('a', 'b'),
      maxRunning: fc.constantFrom(1, 2, undefined),
      fails: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyTask, { maxLength: 60 }),
        fc.integer({ min: 1, max: 4 }),
        async (tasks, concurrency) => {
          const queue = createFairQueue({ ...limits, concurrency });
          let running = 0;
          let started = 0;
          const runningOf = { a: 0, b: 0 };
          const results = await Promise.allSettled(
            tasks.map(({ fails, ...each }) =>
              queue.run(each, async () => {
                started++;
                expect(runningOf[each.network]).toBeLessThan(each.maxRunning ?? concurrency);
                runningOf[each.network]++;
                expect(++running).toBeLessThanOrEqual(concurrency);
                await setImmediate();
                running--;
                runningOf[each.network]--;
                if (fails) throw new Error('failed');
              }),
            ),
          );
          expect(running).toBe(0);
          expect(started).toBe(tasks.length);
          expect(results.map(({ status }) => status === 'rejected')).toEqual(tasks.map(({ fails }) => fails));
          await expect(queue.run(owner(9), async () => 'idle')).resolves.toBe('idle');
        },
      ),
      { numRuns: 50 },
    );
  });
});
