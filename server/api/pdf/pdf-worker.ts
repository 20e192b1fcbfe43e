import { parentPort } from 'node:worker_threads';

/** A call of an exported function in a worker thread. Input and output are copied by the structured clone algorithm. */
export interface WorkerCall {
  /** The URL of the module that exports the function. */
  module: string;
  functionName: string;
  input: unknown;
}

export type WorkerOutcome = { isOk: true; output: unknown } | { isOk: false; error: unknown };

parentPort?.on('message', async (call: WorkerCall) => parentPort?.postMessage(await run(call)));

async function run({ module, functionName, input }: WorkerCall): Promise<WorkerOutcome> {
  try {
    const exported: Record<string, (input: unknown) => unknown> = await import(module);
    return { isOk: true, output: await exported[functionName]?.(input) };
  } catch (error) {
    return { isOk: false, error };
  }
}
