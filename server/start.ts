import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { configOrExit, main } from './main.ts';

/** `npm start`: the production build, made when sources are newer, then the server. */
const root = join(import.meta.dirname, '..');
const built = join(root, 'dist/server/entry.server.js');
const sources = ['client', 'shared', 'build.ts', 'build-chunks.ts', 'vite.config.ts', 'package-lock.json'];

function newestIn(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}

function isBuilt(): boolean {
  if (!existsSync(built)) return false;
  // An image that holds only the build has nothing to compare it with.
  const present = sources.map((source) => join(root, source)).filter(existsSync);
  return !existsSync(join(root, 'client')) || statSync(built).mtimeMs >= Math.max(...present.map(newestIn));
}

// A bad setting is told at once, not after a build.
configOrExit(process.argv.slice(2));
if (!process.argv.includes('--api') && !isBuilt()) {
  const { status } = spawnSync(process.execPath, ['build.ts'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
await main(process.argv.slice(2));
