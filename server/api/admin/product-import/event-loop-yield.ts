import { setImmediate } from 'node:timers/promises';

/** Time in milliseconds for which the import may keep the event loop from handling other requests. */
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
