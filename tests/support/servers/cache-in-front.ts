import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installDebianPackage, isRootOnDebian } from '#tests/support/debian-packages.ts';
import { onTestFileFinished } from '#tests/support/on-test-file-finished.ts';
import { findFreePort } from './find-free-port.ts';

const programs = { varnishd: 'varnish', nginx: 'nginx-light' } as const;
const folders = ['/usr/sbin', '/usr/bin', '/usr/local/sbin'];
const findProgram = (name: string) => folders.map((folder) => join(folder, name)).find(existsSync) ?? null;

/** Finds Debian's Varnish or nginx, or installs it as root on Debian. Null on other machines without one. */
export function ensureCacheProgram(name: keyof typeof programs): string | null {
  if (!findProgram(name) && isRootOnDebian()) installDebianPackage(programs[name]);
  return findProgram(name);
}

/** Returns the example of the documentation in this language, whose storefront listens at `storefrontPort`. */
async function readExample(language: 'vcl' | 'nginx', storefrontPort: number): Promise<string> {
  const text = await readFile('docs/operators/shared-cache.md', 'utf8');
  const [, example = ''] = text.split(`\`\`\`${language}\n`);
  return (example.split('```')[0] ?? '').replaceAll('3000', String(storefrontPort));
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
  const file = join(folder, 'cuvee.vcl');
  await writeFile(file, await readExample('vcl', storefrontPort));
  const port = await findFreePort();
  const args = ['-F', '-n', join(folder, 'work'), '-f', file, '-s', 'malloc,64m'];
  const addresses = ['-a', `visitors=127.0.0.1:${port},HTTP`, '-a', `purge=127.0.0.1:${purgePort},HTTP`];
  const child = spawn(program, [...args, ...addresses], { stdio: ['ignore', 'pipe', 'pipe'] });
  await waitForProgram(child, port);
  return port;
}

/** Starts nginx with the documented example, without TLS, in front of a storefront, until the test file ends. */
export async function startNginx(program: string, storefrontPort: number): Promise<number> {
  const folder = await createFolder('nginx');
  const port = await findFreePort();
  const example = (await readExample('nginx', storefrontPort))
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace('/var/cache/nginx/cuvee', join(folder, 'cache'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = temporary.map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ');
  await mkdir(join(folder, 'logs'));
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const file = join(folder, 'nginx.conf');
  await writeFile(
    file,
    `${user} daemon off; worker_processes 1; pid ${join(folder, 'nginx.pid')}; error_log stderr;
events {}
http { access_log off; ${paths}
${example}
}
`,
  );
  const child = spawn(program, ['-p', folder, '-c', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  await waitForProgram(child, port);
  return port;
}
