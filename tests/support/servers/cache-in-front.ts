import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installDebianPackage, isRootOnDebian } from '#tests/support/debian-packages.ts';
import { onTestFileFinished } from '#tests/support/on-test-file-finished.ts';
import { findCacheProgram, prepareNginx, prepareVarnish } from './cache-programs.ts';
import { findFreePort } from './find-free-port.ts';

const programs = { varnishd: 'varnish', nginx: 'nginx-light' } as const;
/** Finds Debian's Varnish or nginx, or installs it as root on Debian. Null on other machines without one. */
export function ensureCacheProgram(name: keyof typeof programs): string | null {
  if (!findCacheProgram(name) && isRootOnDebian()) installDebianPackage(programs[name]);
  return findCacheProgram(name);
}

async function createFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `cuvee-${name}-`));
  await chmod(folder, 0o755);
  onTestFileFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Ends the program with the test file, and waits until it answers at `port`. */
async function waitForProgram(child: ChildProcess, port: number): Promise<void> {
  const exited = once(child, 'exit');
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => (log += bytes));
  onTestFileFinished(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline && child.exitCode === null) {
    const isReachable = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (isReachable) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${child.spawnfile} did not start:\n${log}`);
}

/** Starts Varnish with the documented example in front of a storefront, until the test file ends. */
export async function startVarnish(program: string, storefrontPort: number, purgePort: number): Promise<number> {
  const folder = await createFolder('varnish');
  const port = await findFreePort();
  const args = await prepareVarnish({ folder, storefrontPort, port }, purgePort);
  await waitForProgram(spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] }), port);
  return port;
}

/** Starts nginx with the documented example, without TLS, in front of a storefront, until the test file ends. */
export async function startNginx(program: string, storefrontPort: number): Promise<number> {
  const folder = await createFolder('nginx');
  const port = await findFreePort();
  const args = await prepareNginx({ folder, storefrontPort, port });
  await waitForProgram(spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] }), port);
  return port;
}
