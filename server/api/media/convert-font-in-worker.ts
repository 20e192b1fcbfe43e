import { createPooledFunction, createWorkerPoolCaller } from '#server/api/pdf/worker-pool.ts';

/**
 * Fonts are converted in a separate thread, so that they do not delay PDFs. The thread ends soon after its work,
 * because the memory of the WebAssembly decoder never shrinks.
 */
const callInWorker = createWorkerPoolCaller({
  maxWorkers: 1,
  maxQueue: 10,
  timeoutMs: 20_000,
  idleTimeoutMs: 1_000,
  maxHeapMegabytes: 256,
});

/** @returns Null if the bytes are not a readable font with letters. */
export const convertFontInWorker = createPooledFunction<Uint8Array, Uint8Array | null>(
  callInWorker,
  new URL('./convert-font.ts', import.meta.url),
  'convertToWebFont' satisfies keyof typeof import('./convert-font.ts'),
);
