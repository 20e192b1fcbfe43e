import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { type Agent, get, type IncomingHttpHeaders } from 'node:http';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { expect, vi } from 'vitest';
import { stopPostmaster } from '#server/embedded-postgres/postmaster-process.ts';
import { getPostgresSocketFolder, postgresSocketPort } from '#server/embedded-postgres/socket-folder.ts';
import { onTestFileFinished } from '#tests/support/on-test-file-finished.ts';
import { type ServerOptions, type ServerProcess, startServer, waitForServer } from './server-process.ts';

/** Stops an embedded database that a failed test has left running. */
async function stopEmbeddedPostgres(folder: string): Promise<void> {
  if (existsSync(folder)) await stopPostmaster(folder);
}

/** Like `startServer`, but ends the server and its embedded database after the test file. */
export async function runServer(options: ServerOptions): Promise<ServerProcess> {
  const { DATA_DIR, DATABASE_URL } = options.env;
  if (DATA_DIR && !DATABASE_URL) onTestFileFinished(() => stopEmbeddedPostgres(join(DATA_DIR, 'postgres')));
  const server = await startServer(options);
  onTestFileFinished(() => server.kill());
  return server;
}

export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Requests a page of the site with this host, on a new connection unless `agent` is given. */
export function fetchPage(
  port: number,
  host: string,
  path = '/',
  headers: Record<string, string> = {},
  agent: Agent | false = false,
): Promise<HttpResponse> {
  return new Promise((resolvePage, reject) => {
    const request = get(
      { host: '127.0.0.1', port, path, headers: { ...headers, host }, agent, timeout: 30_000 },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (text) => {
          body += text;
        });
        response.on('end', () => resolvePage({ status: response.statusCode ?? 0, headers: response.headers, body }));
        response.on('error', reject);
      },
    );
    request.on('timeout', () => request.destroy(new Error(`${host}${path} did not respond`)));
    request.on('error', reject);
  });
}

/** Repeats `check` until it passes. */
export const retryUntilPasses = <T>(check: () => Promise<T> | T, timeoutSeconds = 60): Promise<T> =>
  vi.waitFor(check, { timeout: timeoutSeconds * 1000, interval: 50 });

/** Waits until a page responds with this status, and returns the response. */
export const waitForPageStatus = (
  port: number,
  host: string,
  path: string,
  status: number,
  timeoutSeconds?: number,
): Promise<HttpResponse> =>
  retryUntilPasses(async () => {
    const page = await fetchPage(port, host, path);
    if (page.status !== status) throw new Error(`${host}${path} returned ${page.status}: ${page.body.slice(0, 300)}`);
    return page;
  }, timeoutSeconds);

/** Waits until the server is ready and serves the home page of this site. */
export async function waitUntilOnline(server: ServerProcess, host: string): Promise<void> {
  await waitForServer(server, `http://127.0.0.1:${server.port}/readyz`);
  await retryUntilPasses(() => expect(server.output()).toContain('Cuvée serves'));
  await waitForPageStatus(server.port, host, '/', 200);
}

/** Runs the program of `npm run site -- …` without npm, and waits for its end. */
export async function runSiteCommand(args: readonly string[], env: Record<string, string>) {
  const cli = spawnSiteCommand(args, env);
  const [code] = await once(cli.child, 'close');
  return { code: code as number | null, output: cli.output() };
}

export function spawnSiteCommand(args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', './server/preload.js', 'server/cli/site.ts', ...args], {
    cwd: resolve(import.meta.dirname, '../../..'),
    env: { ...process.env, ENV_FILE: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      output += bytes;
    });
  return { child, output: () => output };
}

/** Opens a database session in the embedded database of `dataDir`. */
export async function openEmbeddedDatabaseSession(dataDir: string): Promise<pg.Client> {
  return openDatabaseSession({
    host: getPostgresSocketFolder(dataDir),
    port: postgresSocketPort,
    user: 'cuvee',
    database: 'cuvee',
  });
}

async function openDatabaseSession(connection: pg.ClientConfig): Promise<pg.Client> {
  const session = new pg.Client(connection);
  // The error event is ignored, because tests kill the database, and the next query reports the lost connection.
  session.on('error', () => {});
  await session.connect();
  onTestFileFinished(() => session.end().catch(() => {}));
  return session;
}

/** Counts the sessions that wait for a lock on `table`. */
export async function countLockWaiters(session: pg.Client, table: string): Promise<number> {
  const { rows } = await session.query<{ count: number }>(
    'select count(*)::integer as count from pg_locks where not granted and relation = $1::regclass',
    [table],
  );
  return rows[0]?.count ?? 0;
}

/** Returns false for ended processes, on Linux including zombies, which have not been reaped. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // The process may be reaped before its state is read, which then fails.
    const stat = process.platform === 'linux' ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '';
    return !/\) Z [^)]*$/.test(stat);
  } catch {
    return false;
  }
}
