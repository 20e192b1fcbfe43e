import { setImmediate } from 'node:timers/promises';

/** Maximum time in milliseconds for which the import may block the event loop. */
const maxBlockMs = 20;

/** Creates a function that lets the event loop handle other events if it has been blocked for too long. */
export function createEventLoopYield(): () => Promise<void> {
  let yieldedAt = performance.now();
  return async () => {
    if (performance.now() - yieldedAt < maxBlockMs) return;
    await setImmediate();
    yieldedAt = performance.now();
  };
}
