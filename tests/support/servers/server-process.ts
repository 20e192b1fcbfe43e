import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { request } from 'undici';
import { findFreePort } from './find-free-port.ts';

export interface ServerProcess {
  child: ChildProcess;
  port: number;
  /** Everything that the process has written to standard output and standard error. */
  output(): string;
  /** Sends SIGTERM and waits until the process has ended. */
  stop(): Promise<void>;
  /** Sends SIGKILL and waits until the process has ended. */
  kill(): Promise<void>;
  /** Resolves with the exit code when the process has ended. */
  ended: Promise<number | null>;
}

export interface ServerOptions {
  env: Record<string, string>;
  args?: readonly string[];
  /**
   * The command that starts the server, such as `npm start`. It runs in a separate process group, which `kill` ends as
   * a whole.
   * @default `node --import ./server/preload.js server/main.ts`
   */
  command?: readonly string[];
  /** Root folder of another version of the code; by default the repository. */
  folder?: string;
  port?: number;
  /** Words in front of the command, such as `taskset -c 0`. */
  commandPrefix?: readonly string[];
}

/**
 * Default settings of servers in tests. The settings file of the developer is not read, because it must not change the
 * tests.
 */
const testSettings = {
  NODE_ENV: 'production',
  PROCESSES: '1',
  LOG_LEVEL: 'warn',
  LOCAL_NAMES: 'on',
  DRAIN_SECONDS: '0',
  ENV_FILE: 'off',
  // Otherwise the server would stop when npm ends, which may be before a test file has stopped the server.
  npm_lifecycle_event: undefined,
};

const root = resolve(import.meta.dirname, '../../..');
const defaultCommand = [process.execPath, '--import', './server/preload.js', 'server/main.ts'];

/** Sends SIGKILL to all processes of a group, some of which may outlive the first one. */
function killGroup(id: number): void {
  try {
    process.kill(-id, 'SIGKILL');
  } catch {
    // All processes of the group have ended.
  }
}

/** Starts a server as a child process without waiting until it is ready; see `waitForServer`. */
export async function startServer({
  env,
  args = [],
  command = defaultCommand,
  folder = root,
  port,
  commandPrefix = [],
}: ServerOptions): Promise<ServerProcess> {
  const serverPort = port ?? (await findFreePort());
  const [program = '', ...programArguments] = [...commandPrefix, ...command, ...args];
  const hasGroup = command !== defaultCommand;
  const child = spawn(program, programArguments, {
    cwd: folder,
    detached: hasGroup,
    env: { ...process.env, ...testSettings, PORT: String(serverPort), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout?.on('data', (bytes) => (output += bytes));
  child.stderr?.on('data', (bytes) => (output += bytes));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
  };
  return {
    child,
    port: serverPort,
    output: () => output,
    stop: () => end('SIGTERM'),
    kill: async () => {
      if (hasGroup && child.pid) killGroup(child.pid);
      await end('SIGKILL');
    },
    ended,
  };
}

/**
 * Waits until the URL `address` responds with `status`.
 * @throws Error with the output of the process if it ends first or the time runs out
 */
export async function waitForServer(
  server: ServerProcess,
  address: string,
  { status = 200, seconds = 120, headers = {} } = {},
) {
  const deadline = Date.now() + seconds * 1000;
  let lastResult = 'none';
  while (Date.now() < deadline) {
    const end = server.child.exitCode ?? server.child.signalCode;
    if (end !== null) throw new Error(`the server ended with ${end}:\n${server.output()}`);
    try {
      // Node's `fetch` is not used, because it would replace the Host header.
      const response = await request(address, { headers });
      await response.body.dump();
      if (response.statusCode === status) return;
      lastResult = String(response.statusCode);
    } catch (error) {
      lastResult = error instanceof Error ? error.message : String(error);
    }
    await new Promise((resolveDelay) => setTimeout(resolveDelay, 100));
  }
  throw new Error(
    `${address} did not return ${status} within ${seconds} s; last result: ${lastResult}\n${server.output()}`,
  );
}
