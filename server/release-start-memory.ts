import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Time in milliseconds after the start at which its memory is released. First visits and new jobs are over by then. */
const startMemoryDelayMs = 15_000;

/**
 * Returns the memory of the start to the system, once. V8 keeps some 150 MB of garbage of loading modules, because it
 * has grown its heap for them and an idle server does not fill it again. The pause is that of a full collection.
 */
export function releaseStartMemory(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as (options: object) => void;
    setFlagsFromString('--no-expose-gc');
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, startMemoryDelayMs).unref();
}
