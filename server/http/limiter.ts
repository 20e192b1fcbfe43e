import type { CapacityRefusal } from './refusals.ts';

/**
 * Thrown if too many tasks are waiting, or a task has waited too long. Fastify responds with the status 429 if the
 * client network has used up its own share, because the service is available then, otherwise with 503.
 */
export class QueueFullError extends Error {
  readonly statusCode: 429 | 503;
  readonly retryAfter = 2;
  readonly refusal: CapacityRefusal;
  constructor(message: string, refusal: CapacityRefusal = 'queue') {
    super(message);
    this.refusal = refusal;
    this.statusCode = refusal === 'network_limit' ? 429 : 503;
  }
}

/**
 * Creates a function that runs at most `concurrency` tasks at a time and queues at most `maxQueue` further tasks in the
 * order of their arrival. The function rejects with QueueFullError if the queue is full.
 */
export function createConcurrencyLimiter({ concurrency, maxQueue }: { concurrency: number; maxQueue: number }) {
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

/** Creates a function that runs a task. Concurrent calls with the same key share one run of the task. */
export function createSingleFlight<T>() {
  const inFlight = new Map<string, Promise<T>>();
  return (key: string, task: () => Promise<T>): Promise<T> => {
    const running = inFlight.get(key);
    if (running) return running;
    const started = task().finally(() => inFlight.delete(key));
    inFlight.set(key, started);
    return started;
  };
}
