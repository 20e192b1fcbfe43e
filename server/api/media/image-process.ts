import { flushCompileCache } from 'node:module';
import sharp from 'sharp';
import { convertImage, convertImageForPrint, createReplacementForDamagedImage } from './convert-image.ts';
import { inspectImage } from './inspect-image.ts';

/** The work on pictures that this process does for `image-processes.ts`. */
const tasks = { convertImage, convertImageForPrint, createReplacementForDamagedImage, inspectImage };
export type ImageTasks = typeof tasks;

export interface ImageTaskCall {
  name: keyof ImageTasks;
  input: unknown;
  maxCpuMs: number;
  maxMemoryBytes: number;
}

export type ImageTaskOutcome =
  | { isOk: true; output: unknown; memoryBytes: number }
  | { isOk: false; message: string; memoryBytes: number }
  /** The task exceeded a limit, and this process ends. */
  | { exceeded: 'time' | 'memory' };

/** Interval at which the use of the processor and of memory is compared with the limits. */
const checkIntervalMs = 20;

// One thread for each picture: the number of processes determines how many processors are used.
sharp.concurrency(1);
sharp.cache(false);

// Node keeps what it has compiled when a process exits, but these processes are killed.
flushCompileCache();

const endNow = () => process.kill(process.pid, 'SIGKILL');
const send = (outcome: ImageTaskOutcome, sent = () => {}) => void process.send?.(outcome, sent);

// `process.exit` would wait for the native code that draws, which may take minutes.
process.on('disconnect', endNow);
// A terminal and a service manager signal the whole group. The server ends first, after its open requests.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

process.on('message', async (call: ImageTaskCall) => {
  const stopWatching = watchLimits(call);
  const outcome = await run(call);
  stopWatching();
  send({ ...outcome, memoryBytes: process.memoryUsage.rss() });
});

async function run({ name, input }: ImageTaskCall) {
  try {
    return { isOk: true as const, output: await (tasks[name] as (input: unknown) => unknown)(input) };
  } catch (error) {
    return { isOk: false as const, message: (error as Error).message };
  }
}

/** Ends this process if the task exceeds a limit. Native code draws in other threads, so the timer runs meanwhile. */
function watchLimits({ maxCpuMs, maxMemoryBytes }: ImageTaskCall): () => void {
  const start = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(start);
    const isTooSlow = user + system > maxCpuMs * 1_000;
    if (!isTooSlow && process.memoryUsage.rss() <= maxMemoryBytes) return;
    clearInterval(timer);
    send({ exceeded: isTooSlow ? 'time' : 'memory' }, endNow);
  }, checkIntervalMs);
  return () => clearInterval(timer);
}
