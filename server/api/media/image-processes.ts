import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism, constants, setPriority } from 'node:os';
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
/** Conversions for which no visitor waits, one at a time, in a process of lower priority. */
const backgroundConversions = createFairQueue({
  ...queueLimits,
  concurrency: 1,
  maxRunningPerSite: 1,
  maxWaitMs: 600_000,
});

/** Processor time of a task. Photographs of 100 million pixels take about 2.5 s. */
const maxCpuMs = 5_000;
/** Time of a task on the clock, which is longer on a busy machine. */
const maxWallMs = 20_000;
/** The same limits in the background. AVIF of a photograph 2,400 pixels wide takes about 3 s of processor time. */
const maxBackgroundCpuMs = 15_000;
const maxBackgroundWallMs = 300_000;
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

interface ImageProcesses {
  isBackground: boolean;
  /** The processes without work, with the timers that end them. */
  idle: Map<ChildProcess, NodeJS.Timeout>;
}
const foreground: ImageProcesses = { isBackground: false, idle: new Map() };
const background: ImageProcesses = { isBackground: true, idle: new Map() };

/**
 * Runs a task of `image-process.ts` in a process of its own, because native code that draws can only be stopped by
 * ending its process. Processes start when they are needed; idle ones end, and do not keep this process running.
 * @param siteId The site on whose account the task runs. Sites alternate, and none gets all processes.
 * @param limits.isBackground True if no visitor waits for the task, which then takes the processor time that is left.
 * @throws QueueFullError if too many tasks of the site wait, or this one has waited too long.
 * @throws ImageTooExpensiveError if the task exceeds a limit.
 */
export function runImageTask<Name extends keyof ImageTasks>(
  siteId: number,
  name: Name,
  input: Parameters<ImageTasks[Name]>[0],
  { isBackground = false, ...limits }: { maxCpuMs?: number; isBackground?: boolean } = {},
): ReturnType<ImageTasks[Name]> {
  const queue = isBackground ? backgroundConversions : name === 'inspectImage' ? inspections : conversions;
  const ownLimits = { maxCpuMs: isBackground ? maxBackgroundCpuMs : maxCpuMs, ...limits };
  const call: ImageTaskCall = { name, input, maxMemoryBytes, ...ownLimits };
  const owner = { siteId, network: `site ${siteId}` };
  const processes = isBackground ? background : foreground;
  return queue.run(owner, () => runInProcess(call, processes)) as ReturnType<ImageTasks[Name]>;
}

async function runInProcess(call: ImageTaskCall, processes: ImageProcesses): Promise<unknown> {
  const child = takeProcess(processes);
  try {
    const outcome = await callProcess(child, call, processes.isBackground ? maxBackgroundWallMs : maxWallMs);
    if ('exceeded' in outcome) throw new ImageTooExpensiveError(outcome.exceeded);
    if (outcome.memoryBytes <= maxIdleMemoryBytes) keepForNextTask(child, processes);
    if (!outcome.isOk) throw new Error(outcome.message);
    return outcome.output;
  } finally {
    if (!processes.idle.has(child)) child.kill('SIGKILL');
  }
}

function takeProcess(processes: ImageProcesses): ChildProcess {
  const { idle } = processes;
  const [entry] = idle;
  if (!entry) return startProcess(processes);
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

function startProcess({ idle, isBackground }: ImageProcesses): ChildProcess {
  const variables = Object.entries(process.env).filter(([name]) => passedVariables.test(name));
  const { NODE_COMPILE_CACHE } = process.env;
  const child = fork(new URL('./image-process.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=384', '--import', compileCacheModule],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // glibc keeps freed memory in an arena for each thread otherwise.
    env: { ...Object.fromEntries(variables), MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE },
  });
  if (isBackground && child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  // A process that fails while it is idle is replaced by the next task. Errors during a task reject it as well.
  const forget = () => {
    clearTimeout(idle.get(child));
    idle.delete(child);
  };
  return child.on('error', forget).on('exit', forget);
}

function keepForNextTask(child: ChildProcess, { idle }: ImageProcesses): void {
  child.unref();
  child.channel?.unref();
  const end = () => {
    idle.delete(child);
    child.kill('SIGKILL');
  };
  idle.set(child, setTimeout(end, idleTimeoutMs).unref());
}

/** Sends a call to a process. The promise is rejected if the process ends or does not respond in time. */
async function callProcess(child: ChildProcess, call: ImageTaskCall, wallMs: number): Promise<ImageTaskOutcome> {
  const { promise, resolve, reject } = Promise.withResolvers<ImageTaskOutcome>();
  // The system ends a process for its memory with SIGKILL, V8 with SIGABRT.
  const onExit = (code: number | null, signal: string | null) =>
    reject(signal ? new ImageTooExpensiveError('memory') : new Error(`the image process ended with ${code}`));
  const timer = setTimeout(() => reject(new ImageTooExpensiveError('time')), wallMs);
  child.once('message', resolve).once('error', reject).once('exit', onExit);
  try {
    child.send(call, (error) => error && reject(error));
    return await promise;
  } finally {
    clearTimeout(timer);
    child.off('message', resolve).off('error', reject).off('exit', onExit);
  }
}
