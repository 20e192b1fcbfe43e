import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { request } from 'undici';
import { freePort } from './free-port.ts';

export interface ServerProcess {
  child: ChildProcess;
  port: number;
  /** All that the process has written so far, both streams. */
  output(): string;
  /** Ends it as an operator would and waits. */
  stop(): Promise<void>;
  /** Ends it as a power cut would and waits. */
  kill(): Promise<void>;
  /** Resolves with the exit code once it has ended. */
  ended: Promise<number | null>;
}

export interface ServerOptions {
  env: Record<string, string>;
  args?: readonly string[];
  port?: number;
  /** Words put before the command, such as `taskset -c 0`. */
  commandPrefix?: readonly string[];
}

/** Starts `server/main.ts` in a process of its own. Does not wait: see `whenReady`. */
export async function startServer({ env, args = [], port, commandPrefix = [] }: ServerOptions): Promise<ServerProcess> {
  const chosen = port ?? (await freePort());
  const command = [
    ...commandPrefix,
    process.execPath,
    resolve(import.meta.dirname, '../../../server/main.ts'),
    ...args,
  ];
  const child = spawn(command[0] ?? '', command.slice(1), {
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', PORT: String(chosen), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  child.stdout?.on('data', (bytes) => (written += bytes));
  child.stderr?.on('data', (bytes) => (written += bytes));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
  };
  return {
    child,
    port: chosen,
    output: () => written,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    ended,
  };
}

/** Waits until `address` answers `status`; throws with the process's output when it ends first or time runs out. */
export async function waitForServer(
  server: ServerProcess,
  address: string,
  { status = 200, seconds = 120, headers = {} } = {},
) {
  const deadline = Date.now() + seconds * 1000;
  let last = 'nothing';
  while (Date.now() < deadline) {
    if (server.child.exitCode !== null)
      throw new Error(`the server ended with ${server.child.exitCode}:\n${server.output()}`);
    try {
      // The platform's `fetch` would replace a Host header.
      const answer = await request(address, { headers });
      await answer.body.dump();
      if (answer.statusCode === status) return;
      last = String(answer.statusCode);
    } catch (error) {
      last = error instanceof Error ? error.message : String(error);
    }
    await new Promise((wake) => setTimeout(wake, 100));
  }
  throw new Error(`${address} did not answer ${status} in ${seconds} s; last: ${last}\n${server.output()}`);
}
