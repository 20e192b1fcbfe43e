/** More work waits than can be done in reasonable time. Fastify answers 503 with it. */
export class QueueFullError extends Error {
  readonly statusCode = 503;
  readonly retryAfter = 2;
}

/**
 * Runs at most `concurrency` tasks at a time and lets at most `maxQueue` others wait, first come, first served.
 * @throws QueueFullError if the queue is full.
 */
export function createLimiter({ concurrency, maxQueue }: { concurrency: number; maxQueue: number }) {
  const queue: (() => void)[] = [];
  let running = 0;
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= concurrency) {
      if (queue.length >= maxQueue) throw new QueueFullError('queue full');
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running++;
    try {
      return await task();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}

/** Concurrent calls with the same key share one run of the task. */
export function singleFlight<T>() {
  const inFlight = new Map<string, Promise<T>>();
  return (key: string, task: () => Promise<T>): Promise<T> => {
    const known = inFlight.get(key);
    if (known) return known;
    const started = task().finally(() => inFlight.delete(key));
    inFlight.set(key, started);
    return started;
  };
}
