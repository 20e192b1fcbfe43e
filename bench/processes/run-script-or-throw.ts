import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createCleanEnv } from './server-process.ts';

export const repositoryRoot = join(import.meta.dirname, '../..');

let running: ChildProcess | undefined;

/** Kills the script that is running, if there is one. */
export function killRunningScript(): void {
  running?.kill('SIGKILL');
}

/** Runs a script of the repository and waits for its end. @throws Error if it fails. */
export async function runScriptOrThrow(
  script: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const child = spawn(process.execPath, script, {
    cwd: repositoryRoot,
    env: { ...createCleanEnv(), ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  running = child;
  const [code] = await once(child, 'exit');
  running = undefined;
  if (code !== 0) throw new Error(`${script.join(' ')} exited with ${code}`);
}
