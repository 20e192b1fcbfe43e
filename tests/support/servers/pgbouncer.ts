import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installDebianPackage, isRootOnDebian } from '#tests/support/debian-packages.ts';
import { onTestFileFinished } from '#tests/support/on-test-file-finished.ts';
import { findFreePort } from './find-free-port.ts';
import { TcpProxy } from './tcp-proxy.ts';

const candidates = [process.env.PGBOUNCER_PATH, '/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'];
const findPgBouncer = () => candidates.find((path) => path && existsSync(path));

/** Finds Debian's PgBouncer, or installs it as root on Debian. Null on other machines without one. */
export function ensurePgBouncer(): string | null {
  if (!findPgBouncer() && isRootOnDebian()) installDebianPackage('pgbouncer');
  return findPgBouncer() ?? null;
}

/**
 * Starts PgBouncer with its default settings before the database of `url`, until the test file ends.
 * @returns the connection string of the database through PgBouncer
 */
export async function startPgBouncer(
  program: string,
  url: string,
  poolMode: 'session' | 'transaction' | 'statement',
): Promise<string> {
  // The socket of the embedded PostgreSQL belongs to another user than PgBouncer, which refuses to run as root.
  const proxy = await TcpProxy.start(url);
  const { username, password, pathname } = new URL(url);
  const port = await findFreePort();
  const folder = await mkdtemp(join(tmpdir(), 'cuvee-pgbouncer-'));
  await chmod(folder, 0o755);
  const config = join(folder, 'pgbouncer.ini');
  const login = [`user=${username}`, ...(password ? [`password=${decodeURIComponent(password)}`] : [])].join(' ');
  await writeFile(
    config,
    `[databases]
* = host=127.0.0.1 port=${proxy.port} ${login}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${poolMode}
`,
  );
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(program, [...user, config], { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  let log = '';
  child.stderr.on('data', (bytes) => (log += bytes));
  onTestFileFinished(async () => {
    child.kill('SIGKILL');
    await exited;
    await rm(folder, { recursive: true });
  });
  const ready = new Promise<void>((resolve) => child.stderr.on('data', () => log.includes('process up') && resolve()));
  await Promise.race([ready, exited.then(() => Promise.reject(new Error(`PgBouncer ended:\n${log}`)))]);
  return `postgres://${username}@127.0.0.1:${port}${pathname}`;
}
