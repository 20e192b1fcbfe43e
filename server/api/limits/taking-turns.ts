/** More wait than it makes sense to keep waiting. Fastify answers 503 with it. */
export class TooManyWaiting extends Error {
  readonly statusCode = 503;
  readonly retryAfter = 2;
}

/**
 * Runs at most `abreast` works at a time and lets at most `waiting` others wait, first come, first served.
 * @throws TooManyWaiting where that many wait already.
 */
export function takingTurns(abreast: number, waiting: number) {
  const queue: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= abreast) {
      if (queue.length >= waiting) throw new TooManyWaiting('too much of one kind of work waits already');
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      // Whoever waits longest takes over the place; without one it is free again.
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}

/** Runs a work once for all who ask for the same key while it runs. */
export function onceAtATime<T>() {
  const running = new Map<string, Promise<T>>();
  return (key: string, work: () => Promise<T>): Promise<T> => {
    const known = running.get(key);
    if (known) return known;
    const started = work().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}
