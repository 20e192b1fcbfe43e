import { availableParallelism } from 'node:os';
import { createPooledFunction, createWorkerPoolCaller } from './worker-pool.ts';

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
 * @param module URL of the module.
 */
export const createPdfWorkerFunction = <Input, Output>(
  module: URL,
  functionName: string,
): ((input: Input) => Promise<Output>) => createPooledFunction(callInWorker, module, functionName);
