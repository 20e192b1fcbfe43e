import { setTimeout as sleep } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import { readServerConfig, type ServerConfig, type ServerProcessCommand } from '#server/config.ts';
import { exitWithError } from '#server/exit-with-error.ts';
import { isDescriptorShortage } from '#server/http/connection-limits.ts';
import { logDescriptorShortage, logUncaughtError } from '#server/log-uncaught-error.ts';
import { releaseStartMemory } from '#server/release-start-memory.ts';
import { ShutdownStack, shutDown, shutdownTimeoutMs } from '#server/shutdown-stack.ts';
import { type ServerLifecycle, type StartServerOptions, startApplications } from '#server/start-server.ts';
import { formatNameSuggestion } from './closest-name.ts';
import { OperatorError } from './operator-error.ts';

const commands: Readonly<Record<string, ServerProcessCommand>> = { '--api': 'api', '--worker': 'worker' };

const help = `Starts Cuvée. All settings are environment variables or lines of the file .env; README.md lists them.

  npm start                     storefront, API and worker, in several processes with PROCESSES; with API_URL the storefront alone
  npm run start:api             the API alone, for storefronts in other processes
  npm run start:worker          the worker alone, which sends mails and runs daily jobs; set WORKER=off for the API
  npm run dev                   everything with hot reloading
`;

/**
 * Parses the arguments of `npm start`.
 * @returns The command; null if the help was requested, which is then printed.
 * @throws OperatorError for an unknown option or more than one option.
 */
export function parseServerCommand(args: readonly string[]): ServerProcessCommand | null {
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    process.stdout.write(help);
    return null;
  }
  const unknown = args.find((arg) => !Object.hasOwn(commands, arg));
  if (unknown !== undefined) {
    const suggestion = formatNameSuggestion(unknown, [...Object.keys(commands), '--help']);
    const text = `There is no option "${unknown}".${suggestion} Settings are environment variables, such as PORT=4000.`;
    throw new OperatorError(`${text}\n\n${help}`, { exitCode: 64 });
  }
  if (args.length > 1) throw new OperatorError(`Choose one of ${args.join(' and ')}.`, { exitCode: 64 });
  return commands[args[0] ?? ''] ?? 'start';
}

/**
 * Reads the configuration. Exits after printing the help, or the reason for which an argument or setting is invalid.
 */
export function readConfigOrExit(args: readonly string[]): ServerConfig {
  try {
    const command = parseServerCommand(args);
    return command === null ? process.exit(0) : readServerConfig(process.env, command);
  } catch (error) {
    return exitWithError(error, 'start');
  }
}

const checkIntervalMs = 500;

/**
 * Stops this process with SIGTERM when the shell in which npm has started it ends. npm forwards SIGTERM only to that
 * shell, which exits without forwarding it, so the server would otherwise continue to run and to occupy its port.
 */
function stopServerWhenNpmStops(): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, checkIntervalMs);
  timer.unref();
}

/**
 * Runs the server until a signal or an uncaught error. On shutdown, open requests end before jobs and the database are
 * closed.
 */
export async function startServerWithGracefulShutdown(
  args: readonly string[],
  createOptions: (() => Promise<StartServerOptions>) | null = null,
): Promise<void> {
  const config = readConfigOrExit(args);
  const lifecycle: ServerLifecycle = { shutdown: new ShutdownStack(), drain: { isDraining: false } };
  const { shutdown } = lifecycle;
  const starting = start(config, createOptions, lifecycle);
  closeOnSignal(config, lifecycle, starting);
  stopServerWhenNpmStops();
  try {
    await starting;
  } catch (error) {
    if (shutdown.isStopping) return;
    await shutdown.stop().catch((closeError: unknown) => console.error(closeError));
    exitWithError(error, 'start');
  }
}

/** Options cannot be passed to other processes, so that a server with options is one process. */
async function start(
  config: ServerConfig,
  createOptions: (() => Promise<StartServerOptions>) | null,
  lifecycle: ServerLifecycle,
): Promise<void> {
  if (config.processes > 1 && !createOptions) {
    const { startProcesses } = await import('#server/processes/start-processes.ts');
    await startProcesses(config, lifecycle);
  } else await startApplications({ ...config, processes: 1 }, (await createOptions?.()) ?? {}, lifecycle);
  releaseStartMemory();
}

/**
 * Shuts down and exits: with 0 once everything is closed, with 1 after the timeout or an uncaught error, with 130 on a
 * second signal, and with the code of `exitWithError` if a shutdown step fails.
 */
function closeOnSignal({ drainSeconds }: ServerConfig, lifecycle: ServerLifecycle, starting: Promise<void>): void {
  let isFailed = false;
  const options: closeWithGrace.Options = {
    delay: drainSeconds * 1_000 + shutdownTimeoutMs,
    // Signals of a processor or memory error are not handled: the process's state is undefined then, so only the
    // default action is safe.
    skip: ['SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGSEGV', 'beforeExit', ...uncaughtErrorEvents],
    onSecondSignal: () => process.exit(130),
  };
  const { close } = closeWithGrace(options, async ({ signal }) => {
    lifecycle.drain.isDraining = true;
    // Draining is skipped after Ctrl-C, which comes from a terminal, where no load balancer has to notice the shutdown.
    if (!isFailed && signal !== 'SIGINT') lifecycle.onDrain?.();
    if (!isFailed && signal !== 'SIGINT')
      await Promise.race([sleep(drainSeconds * 1_000), starting.then(never, () => {})]);
    await shutDown(lifecycle.shutdown, starting).catch((error: unknown) =>
      exitWithError(error, `shutdown on ${signal ?? 'an uncaught error'}`),
    );
    if (isFailed) process.exit(1);
  });
  const onUncaughtError = (error: unknown) => {
    // Without descriptors the operation failed before it began. The server goes on, because some will be released.
    if (isDescriptorShortage(error)) return logDescriptorShortage(error);
    logUncaughtError(error);
    if (lifecycle.drain.isDraining) process.exit(1);
    isFailed = true;
    void close();
  };
  for (const event of uncaughtErrorEvents) process.on(event, onUncaughtError);
}

const uncaughtErrorEvents = ['uncaughtException', 'unhandledRejection'] as const;

const never = () => new Promise<never>(() => {});

if (import.meta.main) await startServerWithGracefulShutdown(process.argv.slice(2));
