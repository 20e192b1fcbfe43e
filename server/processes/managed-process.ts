import { type ChildProcess, fork } from 'node:child_process';
import cluster from 'node:cluster';
import { once } from 'node:events';
import { dirname, extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { ServerConfig } from '#server/config.ts';
import type { ProcessMetrics, ServerMetrics } from '#server/http/metrics.ts';
import { OperatorError } from '#server/operator-error.ts';
import type { ProcessMessage, SupervisorMessage } from './messages.ts';

export type ProcessRole = 'api' | 'worker' | 'storefront';

interface ProcessPlan {
  /** The name in the log, such as `storefront 2`. */
  name: string;
  role: ProcessRole;
  config: ServerConfig;
}

interface ProcessContext {
  log: FastifyBaseLogger;
  metrics: ServerMetrics;
  /** Writes a line of the process to the common log. */
  writeLine: (line: string) => void;
}

type MessageOf<T extends ProcessMessage['type']> = Extract<ProcessMessage, { type: T }>;
type Answer = MessageOf<'answer'>;

/** The entry beside this module: in the sources, and in the bundle. */
const entry = join(dirname(import.meta.filename), `child${extname(import.meta.filename)}`);

/** Delays before a process that has ended is started again, in milliseconds, with exponential backoff. */
const minRestartMs = 100;
const maxRestartMs = 10_000;
/** A process that ran for this time in milliseconds is started again after the shortest delay. */
const stableMs = 30_000;
/** A process that has not ended this time after its drain is killed. It is longer than the limits of its own steps. */
const stopTimeoutMs = 30_000;
/** Time in milliseconds in which the last lines of a process that has ended are read. */
const lastLinesMs = 1_000;

/** A process that is started again when it ends, until it is stopped. */
export class ManagedProcess {
  readonly name: string;
  readonly role: ProcessRole;
  readonly #config: ServerConfig;
  readonly #context: ProcessContext;
  readonly #listeners = new Map<string, (message: never) => void>();
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #child: ChildProcess | null = null;
  #isKept = false;
  #isStopping = false;
  #restartMs = minRestartMs;
  #queries = 0;
  /** True from the moment at which the process has done everything that belongs to its start. */
  isStarted = false;

  constructor({ name, role, config }: ProcessPlan, context: ProcessContext) {
    this.name = name;
    this.role = role;
    this.#config = config;
    this.#context = context;
  }

  on<T extends ProcessMessage['type']>(type: T, listener: (message: MessageOf<T>) => void): void {
    this.#listeners.set(type, listener);
  }

  send(message: SupervisorMessage): void {
    // A process that ends meanwhile is started again, and then gets what it needs.
    if (this.#child?.connected) this.#child.send(message, () => {});
  }

  /**
   * Starts the process, which loads its modules and then waits for others that it needs.
   * @throws OperatorError with its exit code if it ends before it has started.
   */
  async start(needed: Promise<unknown> = Promise.resolve()): Promise<void> {
    const startedAt = performance.now();
    const child = this.#spawn();
    this.#child = child;
    const started = Promise.withResolvers<void>();
    child.on('message', (message: ProcessMessage) => {
      if (message.type === 'started') {
        this.isStarted = true;
        started.resolve();
      }
      if (message.type === 'answer') this.#waiting.get(message.id)?.(message);
      else this.#listeners.get(message.type)?.(message as never);
    });
    child.once('exit', (exitCode, signal) => {
      this.isStarted = false;
      started.reject(
        new OperatorError(`The process "${this.name}" ended during the start.`, { exitCode: exitCode ?? 70 }),
      );
      if (this.#isKept && !this.#isStopping) this.#restartLater(exitCode, signal, performance.now() - startedAt);
    });
    await Promise.race([needed, started.promise]);
    this.send({ type: 'start', config: this.#config });
    await started.promise;
  }

  /** From now on the process is started again when it ends. */
  keepRunning(): void {
    this.#isKept = true;
    if (this.#child?.exitCode !== null || this.#child.signalCode !== null)
      this.#restartLater(this.#child?.exitCode ?? null, this.#child?.signalCode ?? null, 0);
  }

  #spawn(): ChildProcess {
    const env = { ...process.env, CUVEE_PROCESS: this.name };
    let child: ChildProcess;
    if (this.role === 'storefront') {
      cluster.setupPrimary({ exec: entry, args: [], silent: true });
      child = cluster.fork(env).process;
    } else child = fork(entry, [], { env, silent: true });
    forwardLines(child.stdout, this.#context.writeLine);
    child.stderr?.pipe(process.stderr, { end: false });
    child.on('error', () => {});
    return child;
  }

  #restartLater(exitCode: number | null, signal: string | null, ranMs: number): void {
    const { log, metrics } = this.#context;
    if (ranMs >= stableMs) this.#restartMs = minRestartMs;
    const restartMs = this.#restartMs;
    this.#restartMs = Math.min(maxRestartMs, restartMs * 2);
    log.error({ code: 'process_ended', name: this.name, exitCode, signal, restartMs }, 'process ended');
    metrics.get('cuvee_process_restarts_total').inc({ role: this.role });
    setTimeout(() => {
      if (this.#isStopping) return;
      this.start().then(
        () => log.info({ code: 'process_restarted', name: this.name }, 'process restarted'),
        () => {}, // Its end has been logged, and it is started again.
      );
    }, restartMs).unref();
  }

  requestStop(drainSeconds: number): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    this.send({ type: 'stop', drainSeconds });
  }

  async stop(): Promise<void> {
    this.requestStop(0);
    const child = this.#child;
    if (!child || child.pid === undefined) return;
    if (child.exitCode === null && child.signalCode === null) {
      const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
      await once(child, 'exit');
      clearTimeout(timer);
    }
    if (child.stdout && !child.stdout.readableEnded)
      await Promise.race([once(child.stdout, 'end'), sleep(lastLinesMs, undefined, { ref: false })]);
  }

  kill(): void {
    this.#isStopping = true;
    this.#child?.kill('SIGKILL');
  }

  /** Returns why the process is not ready; empty if it is. */
  async findReason(timeoutMs: number): Promise<string> {
    if (!this.isStarted) return `the process "${this.name}" is starting`;
    const answer = await this.#query('readiness', timeoutMs);
    return answer ? (answer.reason ?? '') : `the process "${this.name}" does not answer`;
  }

  async readMetrics(timeoutMs: number): Promise<ProcessMetrics> {
    return (this.isStarted && (await this.#query('metrics', timeoutMs))?.metrics) || [];
  }

  async #query(subject: 'readiness' | 'metrics', timeoutMs: number): Promise<Answer | null> {
    const id = ++this.#queries;
    const answer = Promise.withResolvers<Answer>();
    this.#waiting.set(id, answer.resolve);
    this.send({ type: 'query', id, subject });
    const result = await Promise.race([answer.promise, sleep(timeoutMs, null, { ref: false })]);
    this.#waiting.delete(id);
    return result;
  }
}

// Storefronts accept connections from one socket themselves. Node's other policy passes each connection through this
// process, and loses those on their way to a storefront that is killed.
cluster.schedulingPolicy = cluster.SCHED_NONE;

/** Maximum length of a line in characters that is written whole. */
const maxLineLength = 1_000_000;

/** Passes on whole lines, because lines of several processes would otherwise be written into one another. */
function forwardLines(stream: Readable | null, write: (line: string) => void): void {
  let rest = '';
  stream?.setEncoding('utf8').on('data', (text: string) => {
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) {
      write(rest + text.slice(0, end));
      rest = '';
    }
    rest += text.slice(end);
    if (rest.length > maxLineLength) {
      write(`${rest}\n`);
      rest = '';
    }
  });
  stream?.on('end', () => rest !== '' && write(`${rest}\n`));
}
