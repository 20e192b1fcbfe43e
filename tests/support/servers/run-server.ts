import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { type Agent, get, type IncomingHttpHeaders } from 'node:http';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterAll, expect, vi } from 'vitest';
import { stopCluster } from '#server/embedded-postgres/cluster.ts';
import { socketFolder, socketPort } from '#server/embedded-postgres/socket-folder.ts';
import { type ServerOptions, type ServerProcess, startServer, waitForServer } from './server-process.ts';

const startedServers: ServerProcess[] = [];
const dataDirs = new Set<string>();
const sessions: pg.Client[] = [];

/** Whatever a failed test left running. */
afterAll(async () => {
  for (const session of sessions) await session.end().catch(() => {});
  for (const server of startedServers) await server.kill();
  for (const dir of dataDirs) if (existsSync(join(dir, 'postgres'))) await stopCluster(join(dir, 'postgres'));
});

/** As `startServer`; it is gone after the test file, its embedded database with it. */
export async function runServer(options: ServerOptions): Promise<ServerProcess> {
  if (options.env.DATA_DIR && !options.env.DATABASE_URL) dataDirs.add(options.env.DATA_DIR);
  const server = await startServer(options);
  startedServers.push(server);
  return server;
}

export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Asks for a page of the site with this host, on a connection of its own unless an agent keeps one. Rejects where nobody answers. */
export function getPage(
  port: number,
  host: string,
  path = '/',
  headers: Record<string, string> = {},
  agent: Agent | false = false,
): Promise<HttpResponse> {
  return new Promise((done, reject) => {
    const request = get(
      { host: '127.0.0.1', port, path, headers: { ...headers, host }, agent, timeout: 30_000 },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (text) => {
          body += text;
        });
        response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, body }));
        response.on('error', reject);
      },
    );
    request.on('timeout', () => request.destroy(new Error(`${host}${path} kept silent`)));
    request.on('error', reject);
  });
}

/** Asks again and again until `check` finds nothing wrong. */
export const eventually = <T>(check: () => Promise<T> | T, seconds = 60): Promise<T> =>
  vi.waitFor(check, { timeout: seconds * 1000, interval: 50 });

/** Waits for this status, and answers the page. */
export const waitForStatus = (
  port: number,
  host: string,
  path: string,
  status: number,
  seconds?: number,
): Promise<HttpResponse> =>
  eventually(async () => {
    const page = await getPage(port, host, path);
    if (page.status !== status) throw new Error(`${host}${path} answers ${page.status}: ${page.body.slice(0, 300)}`);
    return page;
  }, seconds);

/** Waits until the server says that all is served, and until this site's pages are. */
export async function waitUntilOnline(server: ServerProcess, host: string): Promise<void> {
  await waitForServer(server, `http://127.0.0.1:${server.port}/readyz`);
  await eventually(() => expect(server.output()).toContain('Cuvée serves'));
  await waitForStatus(server.port, host, '/', 200);
}

/** Runs `npm run site -- …` to its end. */
export async function runSiteCommand(args: readonly string[], env: Record<string, string>) {
  const cli = spawnSiteCommand(args, env);
  const [code] = await once(cli.child, 'close');
  return { code: code as number | null, output: cli.output() };
}

export function spawnSiteCommand(args: readonly string[], env: Record<string, string>) {
  const script = resolve(import.meta.dirname, '../../../server/cli/site.ts');
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      output += bytes;
    });
  return { child, output: () => output };
}

/** A session of the test's own in the embedded database of `dataDir`. */
export async function openEmbeddedSession(dataDir: string): Promise<pg.Client> {
  return openSession({ host: socketFolder(dataDir), port: socketPort, user: 'cuvee', database: 'cuvee' });
}

export async function openSession(connection: pg.ClientConfig): Promise<pg.Client> {
  const session = new pg.Client(connection);
  // The database may be killed under it: the next query tells.
  session.on('error', () => {});
  await session.connect();
  sessions.push(session);
  return session;
}

/** How many sessions wait for a lock on `table`. */
export async function countLockWaiters(session: pg.Client, table: string): Promise<number> {
  const { rows } = await session.query<{ count: number }>(
    'select count(*)::integer as count from pg_locks where not granted and relation = $1::regclass',
    [table],
  );
  return rows[0]?.count ?? 0;
}

/** Whether a process runs. One that has ended stays as a zombie where nobody waits for it. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = process.platform === 'linux' ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '';
  return !/\) Z [^)]*$/.test(stat);
}
