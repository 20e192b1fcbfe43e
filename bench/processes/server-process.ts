import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { environmentSettingNames } from '#server/settings.ts';
import { createCpuPinningPrefix } from './machine.ts';
import { sendRequest } from './send-request.ts';

/** A server that the benchmark has started, pinned to the core for servers. */
export interface PinnedServer {
  name: string;
  child: ChildProcess;
  pid: number;
  /** Origin of the server, such as `http://127.0.0.1:3000`. */
  url: string;
  readLog(): string;
  truncateLog(): void;
  stop(): Promise<void>;
}

const running = new Set<PinnedServer>();

/** Stops all servers, the last started first, because storefronts depend on the API. */
export async function stopAllServerProcesses(): Promise<void> {
  for (const server of [...running].reverse()) await server.stop();
}

/** Kills all servers without waiting for them to drain. */
export function killAllServerProcesses(): void {
  for (const { child } of running) child.kill('SIGKILL');
}

interface ServerProcessOptions {
  name: string;
  /** Path of the script relative to the repository root, followed by its arguments; or a program with its own. */
  script: readonly [string, ...string[]];
  isProgram?: boolean;
  port: number;
  env?: Readonly<Record<string, string>>;
  logFolder: string;
  /** True if the process has a message channel, through which `bench/servers/storefront.ts` reports its renders. */
  hasChannel?: boolean;
}

const shutdownTimeoutMs = 15_000;

let startCount = 0;

/** Starts a server without waiting until it is ready; `waitUntilReady` does that. */
export function spawnServerProcess(options: ServerProcessOptions): PinnedServer {
  const { name, port, logFolder } = options;
  const logFile = join(logFolder, `${++startCount}-${name.replace(/\W+/g, '-')}.log`);
  const child = spawnServer({ ...options, logFile });
  const exit = once(child, 'exit').catch(() => {});
  const hasExited = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  const server: PinnedServer = {
    name,
    child,
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${port}`,
    readLog: () => readFileSync(logFile, 'utf8'),
    truncateLog: () => truncateSync(logFile),
    async stop() {
      if (!hasExited()) {
        child.kill('SIGTERM');
        const timer = setTimeout(() => child.kill('SIGKILL'), shutdownTimeoutMs);
        await exit;
        clearTimeout(timer);
      }
      running.delete(server);
    },
  };
  running.add(server);
  return server;
}

type SpawnOptions = Pick<ServerProcessOptions, 'script' | 'isProgram' | 'env' | 'hasChannel'> & { logFile: string };

function spawnServer({ script: [file, ...args], isProgram, env, logFile, hasChannel }: SpawnOptions): ChildProcess {
  const log = openSync(logFile, 'a');
  const stdio: StdioOptions = hasChannel ? ['ignore', log, log, 'ipc'] : ['ignore', log, log];
  const started = isProgram ? [file] : [process.execPath, join(import.meta.dirname, '../..', file)];
  const [command = '', ...commandArgs] = [...createCpuPinningPrefix('server'), ...started, ...args];
  // The server gets a separate process group, so that Ctrl-C does not reach it. The benchmark sends a signal as well,
  // and a second signal would make the server exit without draining.
  const child = spawn(command, commandArgs, { env: { ...createCleanEnv(), ...env }, stdio, detached: true });
  closeSync(log);
  return child;
}

/** Other variables that change how a server runs: settings in files, and those of Node. */
const otherSettings = /^(\w+_FILE|NODE_\w+)$/;

/** Returns the environment without Cuvée's settings, so that a developer's settings do not change the results. */
export function createCleanEnv(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !environmentSettingNames.includes(name) && !otherSettings.test(name),
  );
  return {
    ...Object.fromEntries(kept),
    NODE_ENV: 'production',
    PROCESSES: '1',
    LOCAL_NAMES: 'on',
    DRAIN_SECONDS: '0',
    ENV_FILE: 'off',
  };
}

/** Interval of readiness checks in milliseconds. It is short, because start times are measured with it. */
const pollIntervalMs = 10;

const readyTimeoutMs = 120_000;

/**
 * Waits until a server responds to `path` with 200.
 * @throws Error with the end of the server's log, if the server exits or takes too long.
 */
export async function waitUntilReady(server: PinnedServer, path: string, host?: string): Promise<void> {
  const deadline = Date.now() + readyTimeoutMs;
  let lastResult = 'no response';
  while (Date.now() < deadline && server.child.exitCode === null && server.child.signalCode === null) {
    try {
      const { status } = await sendRequest(server, path, host ? { host } : {});
      if (status === 200) return;
      lastResult = String(status);
    } catch (error) {
      lastResult = error instanceof Error ? error.message : String(error);
    }
    await sleep(pollIntervalMs);
  }
  const log = server.readLog().slice(-3_000);
  throw new Error(`${server.name}: ${path} did not answer 200 (${lastResult}). End of its log:\n${log}`);
}
