import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Entry point of `npm start`: builds client and server if their sources are newer than the last build, then starts the
 * built server. API and worker also start without a build, from their sources.
 */
const root = join(import.meta.dirname, '..');
const builtServer = join(root, 'dist/node/main.js');
const sources = ['client', 'server', 'shared', 'tools/build', 'vite.config.ts', 'package-lock.json'];

function newestChange(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}

function isBuilt(): boolean {
  if (!existsSync(builtServer)) return false;
  // A container image contains the build without the sources of the client, so there is nothing to build in it.
  const present = sources.map((source) => join(root, source)).filter(existsSync);
  return !existsSync(join(root, 'client')) || statSync(builtServer).mtimeMs >= Math.max(...present.map(newestChange));
}

async function loadServer(): Promise<typeof import('./main.ts')> {
  if (!isBuilt()) {
    const main = await import('./main.ts');
    // The configuration is read before the build, so that an invalid setting is reported at once.
    const { role } = main.readConfigOrExit(process.argv.slice(2));
    if (role === 'api' || role === 'worker') return main;
    build();
  }
  return import(pathToFileURL(builtServer).href);
}

function build(): void {
  const startedAt = Date.now();
  if (process.stdout.isTTY)
    console.log('Building client and server, because their sources have changed. This takes some 15 seconds …');
  const { status } = spawnSync(join(root, 'node_modules/.bin/vite'), ['build', '--app'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
  if (process.stdout.isTTY) console.log(`Built in ${((Date.now() - startedAt) / 1_000).toFixed(1)} s.`);
}

const { startServerWithGracefulShutdown } = await loadServer();
await startServerWithGracefulShutdown(process.argv.slice(2));
