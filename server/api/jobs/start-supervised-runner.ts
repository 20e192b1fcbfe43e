import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Runner } from 'graphile-worker';

/** Delays between attempts to restart graphile-worker's runner, in milliseconds. */
const minPauseMs = 200;
const maxPauseMs = 10_000;

export interface SupervisedRunnerOptions {
  /** Aborted on shutdown, before `stop` is called. */
  signal: AbortSignal;
  logger: FastifyBaseLogger;
}

export interface SupervisedRunner {
  /** False while the runner has ended and no new one could be started. */
  isRunning(): boolean;
  stop(): Promise<void>;
}

/** Starts graphile-worker's runner, and a new one whenever it ends, as it does when the database is unavailable. */
export async function startSupervisedRunner(
  start: () => Promise<Runner>,
  { signal, logger }: SupervisedRunnerOptions,
): Promise<SupervisedRunner> {
  let runner = await start();
  let isRunning = true;
  const running = (async () => {
    for (let pause = minPauseMs; ; pause = Math.min(pause * 2, maxPauseMs)) {
      const startedAt = performance.now();
      await runner.promise.catch((err: unknown) =>
        logger.warn({ code: 'job_worker_stopped', err }, 'job worker stopped'),
      );
      isRunning = false;
      if (signal.aborted) return;
      if (performance.now() - startedAt > maxPauseMs) pause = minPauseMs;
      const next = await startAgain(start, pause, signal);
      if (!next) return;
      runner = next;
      isRunning = true;
    }
  })();
  return {
    isRunning: () => isRunning,
    async stop() {
      await stopRunner(runner);
      await running;
    },
  };
}

async function startAgain(
  start: () => Promise<Runner>,
  firstPause: number,
  signal: AbortSignal,
): Promise<Runner | null> {
  for (let pause = firstPause; !signal.aborted; pause = Math.min(pause * 2, maxPauseMs)) {
    await sleep(pause, undefined, { signal }).catch(() => {});
    if (signal.aborted) break;
    // The database is still unavailable. Only the first failure is logged.
    const runner = await start().catch(() => null);
    if (!runner) continue;
    if (!signal.aborted) return runner;
    await stopRunner(runner);
  }
  return null;
}

/** `stop` rejects if the runner has already ended by itself, so its error is ignored. */
const stopRunner = (runner: Runner): Promise<void> => runner.stop().catch(() => {});
