import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createCpuPinningPrefix } from '../processes/machine.ts';
import type { HeldConnectionsPlan, LoadPlan, LoadResult } from './load-plan.ts';

const stopCallbacks = new Set<() => void>();

/** Kills all running load generators, because an interrupted benchmark would leave them behind. */
export function stopLoadGenerators(): void {
  for (const stop of stopCallbacks) stop();
}

/** Runs the load generator once, pinned to the core for load. @throws Error if it ends without a result. */
export const runLoad = (plan: LoadPlan): Promise<LoadResult> => runOnLoadCore('generate-load.ts', plan);

/**
 * Opens connections whose responses are never read, pinned to the core for load.
 * @returns How often a connection was opened, including those that replaced a closed one.
 */
export const runHeldConnections = (plan: HeldConnectionsPlan): Promise<number> =>
  runOnLoadCore('hold-connections-for-duration.ts', plan);

/** Runs a script of this folder, which reads its plan from standard input and writes its result to standard output. */
async function runOnLoadCore<Result>(scriptName: string, plan: LoadPlan | HeldConnectionsPlan): Promise<Result> {
  const script = join(import.meta.dirname, scriptName);
  const [command = '', ...args] = [...createCpuPinningPrefix('load'), process.execPath, script];
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const stop = () => void child.kill('SIGKILL');
  stopCallbacks.add(stop);
  // Write errors are ignored here: a generator that exits before it has read its input is reported below, because its
  // output is empty.
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(plan));
  const output = await text(child.stdout).finally(() => stopCallbacks.delete(stop));
  if (!output) throw new Error(`the load generator ended without a result (${plan.url})`);
  return JSON.parse(output) as Result;
}
