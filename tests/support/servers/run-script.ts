import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

interface CommandResult {
  code: number | null;
  /** Everything that the command wrote to standard output and standard error. */
  output: string;
}

/** Runs a script such as `server/cli/site.ts` in a separate process, by default of this version of the code. */
export function runScript(
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  input = '',
  folder = root,
): Promise<CommandResult> {
  const child = spawn(process.execPath, ['--import', './server/preload.js', script, ...args], {
    cwd: folder,
    env: { ...process.env, ENV_FILE: 'off', ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  child.stdin.end(input);
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}
