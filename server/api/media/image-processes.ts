import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { createFairQueue } from '#server/http/fair-queue.ts';
import type { ImageTaskCall, ImageTaskOutcome, ImageTasks } from './image-process.ts';

/** At least two, so that one site, which never gets all of them, cannot stop the pictures of the others. */
const maxProcesses = Math.min(8, Math.max(2, availableParallelism() - 1));

const maxQueuePerSite = 200;
const queueLimits = {
  concurrency: maxProcesses,
  maxRunningPerSite: maxProcesses - 1,
  maxQueue: 1_000,
  maxQueuePerSite,
  maxQueuePerNetwork: maxQueuePerSite,
};

/**
 * Visitors wait for conversions, so the wait is shorter than the storefront's timeout of 5 s, and abandoned requests
 * are not converted. Uploads and imports have a queue and processes of their own, and may wait longer.
 */
const conversions = createFairQueue({ ...queueLimits, maxWaitMs: 4_000 });
const inspections = createFairQueue({ ...queueLimits, concurrency: 2, maxRunningPerSite: 1, maxWaitMs: 120_000 });

/** Processor time of a task. Photographs of 100 million pixels take about 2.5 s. */
const maxCpuMs = 5_000;
/** Time of a task on the clock, which is longer on a busy machine. */
const maxWallMs = 20_000;
/** Memory of a process with its task. Photographs of 100 million pixels take less than 300 MB. */
const maxMemoryBytes = 768 * 2 ** 20;
/** Memory above which an idle process is ended, because native memory fragments. */
const maxIdleMemoryBytes = 256 * 2 ** 20;
/** Time after which a process without work is ended. */
const idleTimeoutMs = 60_000;

/** Thrown if a picture takes more time or memory than it may. */
export class ImageTooExpensiveError extends Error {
  readonly exceeded: 'time' | 'memory';
  constructor(exceeded: 'time' | 'memory') {
    super(`the picture takes too much ${exceeded}`);
    this.exceeded = exceeded;
  }
}

/** The processes without work, with the timers that end them. */
const idle = new Map<ChildProcess, NodeJS.Timeout>();

/**
 * Runs a task of `image-process.ts` in a process of its own, because native code that draws can only be stopped by
 * ending its process. Processes start when they are needed; idle ones end, and do not keep this process running.
 * @param siteId The site on whose account the task runs. Sites alternate, and none gets all processes.
 * @throws QueueFullError if too many tasks of the site wait, or this one has waited too long.
 * @throws ImageTooExpensiveError if the task exceeds a limit.
 */
export function runImageTask<Name extends keyof ImageTasks>(
  siteId: number,
  name: Name,
  input: Parameters<ImageTasks[Name]>[0],
  limits: { maxCpuMs?: number } = {},
): ReturnType<ImageTasks[Name]> {
  const queue = name === 'inspectImage' ? inspections : conversions;
  const call: ImageTaskCall = { name, input, maxCpuMs, maxMemoryBytes, ...limits };
  const owner = { siteId, network: `site ${siteId}` };
  return queue.run(owner, () => runInProcess(call)) as ReturnType<ImageTasks[Name]>;
}

async function runInProcess(call: ImageTaskCall): Promise<unknown> {
  const child = takeProcess();
  try {
    const outcome = await callProcess(child, call);
    if ('exceeded' in outcome) throw new ImageTooExpensiveError(outcome.exceeded);
    if (outcome.memoryBytes <= maxIdleMemoryBytes) keepForNextTask(child);
    if (!outcome.isOk) throw new Error(outcome.message);
    return outcome.output;
  } finally {
    if (!idle.has(child)) child.kill('SIGKILL');
  }
}

function takeProcess(): ChildProcess {
  const [entry] = idle;
  if (!entry) return startProcess();
  const [child, timer] = entry;
  clearTimeout(timer);
  idle.delete(child);
  child.ref();
  child.channel?.ref();
  return child;
}

/** Environment variables that a process gets. It reads hostile files, so it does not learn the server's secrets. */
const passedVariables = /^(PATH|HOME|LANG|LC_\w+|TZ|TMPDIR|TEMP|SYSTEMROOT|LD_LIBRARY_PATH|FONTCONFIG_\w+|XDG_\w+)$/i;

const compileCacheModule = new URL('../../enable-compile-cache.js', import.meta.url).href;

function startProcess(): ChildProcess {
  const variables = Object.entries(process.env).filter(([name]) => passedVariables.test(name));
  const { NODE_COMPILE_CACHE } = process.env;
  const child = fork(new URL('./image-process.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=384', '--import', compileCacheModule],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // glibc keeps freed memory in an arena for each thread otherwise.
    env: { ...Object.fromEntries(variables), MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE },
  });
  // A process that fails while it is idle is replaced by the next task. Errors during a task reject it as well.
  const forget = () => {
    clearTimeout(idle.get(child));
    idle.delete(child);
  };
  return child.on('error', forget).on('exit', forget);
}

function keepForNextTask(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  const end = () => {
    idle.delete(child);
    child.kill('SIGKILL');
  };
  idle.set(child, setTimeout(end, idleTimeoutMs).unref());
}

/** Sends a call to a process. The promise is rejected if the process ends or does not respond in time. */
async function callProcess(child: ChildProcess, call: ImageTaskCall): Promise<ImageTaskOutcome> {
  const { promise, resolve, reject } = Promise.withResolvers<ImageTaskOutcome>();
  // The system ends a process for its memory with SIGKILL, V8 with SIGABRT.
  const onExit = (code: number | null, signal: string | null) =>
    reject(signal ? new ImageTooExpensiveError('memory') : new Error(`the image process ended with ${code}`));
  const timer = setTimeout(() => reject(new ImageTooExpensiveError('time')), maxWallMs);
  child.once('message', resolve).once('error', reject).once('exit', onExit);
  try {
    child.send(call, (error) => error && reject(error));
    return await promise;
  } finally {
    clearTimeout(timer);
    child.off('message', resolve).off('error', reject).off('exit', onExit);
  }
}
