import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, truncateSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onCoreOf } from './machine.ts';

/** A server of the bench: on the servers' core, with a log in the bench's folder. */
export interface Started {
  name: string;
  child: ChildProcess;
  pid: number;
  /** Origin. */
  url: string;
  /** What it has written since the log was last emptied. */
  log(): string;
  emptyLog(): void;
  stop(): Promise<void>;
}

const running = new Set<Started>();

/** Ends whatever is still running, the last started first. */
export async function stopAll(): Promise<void> {
  for (const server of [...running].reverse()) await server.stop();
}

/** When there is no time left to do it properly. */
export function killAll(): void {
  for (const { child } of running) child.kill('SIGKILL');
}

export interface StartOptions {
  name: string;
  /** File below the root, and its arguments. */
  script: readonly [string, ...string[]];
  port: number;
  env?: Readonly<Record<string, string>>;
  /** Folder for its log. */
  folder: string;
  /** Whether it answers messages, as `bench/servers/storefront.ts` does. */
  talks?: boolean;
}

/** Milliseconds after which a server that does not end when asked is ended. */
const patience = 15_000;

let started = 0;

/** Starts a server. Does not wait until it can serve: see `whenAnswers`. */
export function start({ name, script, port, env = {}, folder, talks = false }: StartOptions): Started {
  const logFile = join(folder, `${++started}-${name.replace(/\W+/g, '-')}.log`);
  const log = openSync(logFile, 'a');
  const [file, ...args] = script;
  const command = [...onCoreOf('server'), process.execPath, join(import.meta.dirname, '..', file), ...args];
  const stdio: StdioOptions = talks ? ['ignore', log, log, 'ipc'] : ['ignore', log, log];
  // In a group of its own: Ctrl-C at a terminal would reach it as well as us, and a second signal does not wait.
  const child = spawn(command[0] ?? '', command.slice(1), {
    env: { ...ownEnvironment(), ...env },
    stdio,
    detached: true,
  });
  closeSync(log);
  const ended = once(child, 'exit').catch(() => {});
  const isOver = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  const server: Started = {
    name,
    child,
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${port}`,
    log: () => readFileSync(logFile, 'utf8'),
    emptyLog: () => truncateSync(logFile),
    async stop() {
      if (!isOver()) {
        child.kill('SIGTERM');
        const late = setTimeout(() => child.kill('SIGKILL'), patience);
        await ended;
        clearTimeout(late);
      }
      running.delete(server);
    },
  };
  running.add(server);
  return server;
}

const settings = /^(PORT|HOST|LOCAL_NAMES|\w+_DIR|\w+_URL|\w+_PORT|API_\w+|TRUST_PROXY|LOG_LEVEL|ADMIN_\w+|NODE_\w+)$/;

/** The environment without what somebody has set for their own server. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !settings.test(name));
  return { ...Object.fromEntries(kept), NODE_ENV: 'production' };
}

/** Milliseconds between two looks. */
const lookEvery = 10;

/** Waits until `path` answers 200. @throws Error with the end of its log when it ends first, or time runs out. */
export async function whenAnswers(server: Started, path: string, host?: string, seconds = 120): Promise<void> {
  const deadline = Date.now() + seconds * 1_000;
  let last = 'nothing';
  while (Date.now() < deadline) {
    if (server.child.exitCode !== null) break;
    try {
      const { status } = await ask(server, path, host ? { host } : {});
      if (status === 200) return;
      last = String(status);
    } catch (error) {
      last = error instanceof Error ? error.message : String(error);
    }
    await sleep(lookEvery);
  }
  throw new Error(`${server.name}: ${path} did not answer 200 (${last}). Its log ends:\n${server.log().slice(-3_000)}`);
}

export interface HandAnswer {
  status: number;
  headers: Record<string, string>;
  /** Of each `Set-Cookie`, what the browser would send back. */
  cookies: string[];
  body: Buffer;
}

/** One request by hand: the Host header is free, and bytes come as they are sent. With `json` it is a POST. */
export async function ask(
  { url }: Pick<Started, 'url'>,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  json?: unknown,
): Promise<HandAnswer> {
  const options = {
    ...{ method: json === undefined ? 'GET' : 'POST', agent: false, timeout: 30_000 },
    headers: json === undefined ? headers : { ...headers, 'content-type': 'application/json' },
  };
  return new Promise((resolve, reject) => {
    const asked = request(`${url}${path}`, options, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers as Record<string, string>,
          cookies: (answer.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0] ?? ''),
          body: Buffer.concat(parts),
        }),
      );
    });
    asked.on('timeout', () => asked.destroy(new Error(`${path} did not answer in 30 s`)));
    asked.on('error', reject);
    asked.end(json === undefined ? undefined : JSON.stringify(json));
  });
}
