import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { createConcurrencyLimiter } from '#server/http/limiter.ts';
import type { WorkerCall, WorkerOutcome } from './pdf-worker.ts';

interface WorkerPoolLimits {
  /** Maximum number of threads, and of calls that run at a time. */
  maxWorkers: number;
  maxQueue: number;
  /** Time limit of a call. A thread that needs longer is ended. */
  timeoutMs: number;
  /** Time after which a thread without work is ended. */
  idleTimeoutMs: number;
  /** Maximum size of a thread's JavaScript heap. A thread that needs more ends, and its call fails. */
  maxHeapMegabytes: number;
}

/** Thrown if a call in a thread was not completed in time. Fastify responds with the status 503. */
export class RenderTimeoutError extends Error {
  readonly statusCode = 503;
  readonly refusal = 'timeout';
  readonly retryAfter = 10;
}

/**
 * Creates a function that calls exported functions in worker threads, so that they do not occupy the event loop.
 * Threads start when they are needed, and idle ones do not keep the process running.
 * @throws QueueFullError if too many calls wait.
 * @throws RenderTimeoutError if the call takes too long.
 */
export function createWorkerPoolCaller(limits: WorkerPoolLimits) {
  const limit = createConcurrencyLimiter({ concurrency: limits.maxWorkers, maxQueue: limits.maxQueue });
  const idle = new Map<Worker, NodeJS.Timeout>();

  const start = (): Worker => {
    const worker = startWorker(limits.maxHeapMegabytes);
    // A thread that fails while it is idle is replaced by the next call. Errors during a call reject the call as well.
    return worker.on('error', () => idle.delete(worker)).on('exit', () => idle.delete(worker));
  };
  const takeWorker = (): Worker => {
    const [entry] = idle;
    if (!entry) return start();
    const [worker, timer] = entry;
    clearTimeout(timer);
    idle.delete(worker);
    worker.ref();
    return worker;
  };
  const releaseWorker = (worker: Worker): void => {
    worker.unref();
    const end = () => {
      idle.delete(worker);
      void worker.terminate();
    };
    idle.set(worker, setTimeout(end, limits.idleTimeoutMs).unref());
  };

  return (call: WorkerCall): Promise<unknown> =>
    limit(async () => {
      const worker = takeWorker();
      try {
        const outcome = await callWorker(worker, call, limits.timeoutMs);
        releaseWorker(worker);
        if (!outcome.isOk) throw outcome.error;
        return outcome.output;
      } finally {
        if (!idle.has(worker)) await worker.terminate();
      }
    });
}

type WorkerPool = ReturnType<typeof createWorkerPoolCaller>;

/**
 * Creates a function that runs an exported function of a module in a thread of a pool. Input and output are copied, so
 * they contain no functions, and a Buffer arrives as a Uint8Array.
 */
export function createPooledFunction<Input, Output>(
  callInWorker: WorkerPool,
  module: URL,
  functionName: string,
): (input: Input) => Promise<Output> {
  return async (input) => (await callInWorker({ module: module.href, functionName, input })) as Output;
}

/** Maximum number of documents that wait for a thread, because waiting documents occupy memory with their input. */
const maxQueue = 100;
const timeoutMs = 20_000;
const idleTimeoutMs = 300_000;
const maxHeapMegabytes = 256;

const callInWorker = createWorkerPoolCaller({
  maxWorkers: Math.min(2, Math.max(1, availableParallelism() - 1)),
  maxQueue,
  timeoutMs,
  idleTimeoutMs,
  maxHeapMegabytes,
});

/**
 * Creates a function that runs an exported function of a module in a worker thread for PDFs. Input and output are
 * copied, so they contain no functions, and a Buffer arrives as a Uint8Array.
 */
export const createPdfWorkerFunction = <Input, Output>(
  module: URL,
  functionName: string,
): ((input: Input) => Promise<Output>) => createPooledFunction(callInWorker, module, functionName);

const startWorker = (maxHeapMegabytes: number): Worker =>
  new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
  });

/** Sends a call to a thread. The promise is rejected if the thread ends or does not respond in time. */
async function callWorker(worker: Worker, call: WorkerCall, timeoutMs: number): Promise<WorkerOutcome> {
  const { promise, resolve, reject } = Promise.withResolvers<WorkerOutcome>();
  const onExit = () => reject(new Error('the worker thread ended'));
  const timer = setTimeout(
    () => reject(new RenderTimeoutError('the worker thread did not respond in time')),
    timeoutMs,
  );
  worker.once('message', resolve).once('error', reject).once('exit', onExit);
  try {
    worker.postMessage(call);
    return await promise;
  } finally {
    clearTimeout(timer);
    worker.off('message', resolve).off('error', reject).off('exit', onExit);
  }
}
