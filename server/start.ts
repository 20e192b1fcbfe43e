import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readConfigOrExit, startServerWithGracefulShutdown } from './main.ts';

/**
 * Entry point of `npm start`: builds the client if its sources are newer than the last build, then starts the server.
 */
const root = join(import.meta.dirname, '..');
const builtEntry = join(root, 'dist/server/entry.server.js');
const sources = ['client', 'shared', 'tools/build', 'vite.config.ts', 'package-lock.json'];

function newestChange(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}

function isBuilt(): boolean {
  if (!existsSync(builtEntry)) return false;
  // A container image contains the build without the sources, so there is nothing to build in it.
  const present = sources.map((source) => join(root, source)).filter(existsSync);
  return !existsSync(join(root, 'client')) || statSync(builtEntry).mtimeMs >= Math.max(...present.map(newestChange));
}

// The configuration is read before the build, so that an invalid setting is reported at once.
const { role } = readConfigOrExit(process.argv.slice(2));
const needsBuild = role === 'both' || role === 'storefront';
if (needsBuild && !isBuilt()) {
  const startedAt = Date.now();
  if (process.stdout.isTTY)
    console.log('Building the client, because its sources have changed. This takes some 15 seconds …');
  const { status } = spawnSync(join(root, 'node_modules/.bin/vite'), ['build', '--app'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
  if (process.stdout.isTTY) console.log(`Built in ${((Date.now() - startedAt) / 1_000).toFixed(1)} s.`);
}
await startServerWithGracefulShutdown(process.argv.slice(2));
