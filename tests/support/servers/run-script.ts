import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { vi } from 'vitest';

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

let lastRun: Promise<unknown> = Promise.resolve();
let runCount = 0;

/**
 * Runs a script in this process, whose modules are loaded already: most of the time of a command is that in which its
 * process loads them. Commands wait for each other, because they read the arguments and settings of the process. A
 * command that does not end by itself is found by `runScript` alone.
 */
export function runScriptHere(
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  input = '',
): Promise<CommandResult> {
  const run = lastRun.then(() => evaluateScript(script, args, env, input));
  lastRun = run.catch(() => {});
  return run;
}

async function evaluateScript(
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  input: string,
): Promise<CommandResult> {
  const { argv, env: settings, exitCode } = process;
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin') as PropertyDescriptor;
  let output = '';
  const record = (chunk: unknown) => {
    output += String(chunk);
    return true;
  };
  const writes = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockImplementation(record));
  process.argv = [...argv.slice(0, 2), ...args];
  process.env = { ...settings, ENV_FILE: 'off', ...env };
  process.exitCode = undefined;
  Object.defineProperty(process, 'stdin', { ...stdin, get: () => Readable.from([input]) });
  try {
    // The query makes the script a module of its own, which is evaluated again; it shares the modules that it imports.
    await import(`${join(root, script)}?run=${++runCount}`);
    return { code: Number(process.exitCode ?? 0), output };
  } catch (error) {
    return { code: 1, output: `${output}${error instanceof Error ? error.stack : error}` };
  } finally {
    for (const write of writes) write.mockRestore();
    Object.assign(process, { argv, env: settings });
    process.exitCode = exitCode;
    Object.defineProperty(process, 'stdin', stdin);
  }
}
