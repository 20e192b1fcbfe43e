import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { LoadPlan, LoadResult } from './load.ts';
import { cpuSeconds, onCoreOf, residentMiB } from './machine.ts';

/** One thing to measure: who answers, and what is asked. */
export interface Scenario {
  name: string;
  plan: Omit<LoadPlan, 'duration'>;
  /** The processes whose time counts; empty when the server is not ours. */
  pids: readonly number[];
}

/** What one burst of a scenario gave. Latencies in milliseconds. */
export interface Burst {
  perSecond: number;
  /** Requests for each second of the server's processor time; NaN when the server is not ours. */
  perCpuSecond: number;
  p50: number;
  p99: number;
  mibPerSecond: number;
  residentMiB: number;
  faults: number;
}

const loadFile = new URL('./load.ts', import.meta.url).pathname;

/** Runs the load generator once, on its own core. */
export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const command = [...onCoreOf('load'), process.execPath, loadFile];
  const child = spawn(command[0] ?? '', command.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(plan));
  return JSON.parse(await text(child.stdout)) as LoadResult;
}

const usedBy = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);

export async function measure(scenario: Scenario, seconds: number): Promise<Burst> {
  const before = usedBy(scenario.pids);
  const result = await runLoad({ ...scenario.plan, duration: seconds });
  const used = scenario.pids.length > 0 ? usedBy(scenario.pids) - before : Number.NaN;
  return {
    perSecond: result.requests / result.seconds,
    perCpuSecond: result.requests / used,
    p50: result.p50,
    p99: result.p99,
    mibPerSecond: result.bytes / result.seconds / 2 ** 20,
    residentMiB: scenario.pids.reduce((sum, pid) => sum + residentMiB(pid), 0),
    faults: result.otherStatus + result.errors,
  };
}

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? (sorted[middle] ?? Number.NaN) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};

/** The middle of several bursts, figure by figure; faults add up. */
export function middleOf(bursts: readonly Burst[]): Burst {
  const of = (pick: (burst: Burst) => number) => median(bursts.map(pick));
  return {
    perSecond: of((burst) => burst.perSecond),
    perCpuSecond: of((burst) => burst.perCpuSecond),
    p50: of((burst) => burst.p50),
    p99: of((burst) => burst.p99),
    mibPerSecond: of((burst) => burst.mibPerSecond),
    residentMiB: of((burst) => burst.residentMiB),
    faults: bursts.reduce((sum, burst) => sum + burst.faults, 0),
  };
}

/**
 * Measures several scenarios in turn, round after round, each round beginning with another one, so that what else the
 * machine does meets all of them alike. Answers the middle burst of each, by name.
 */
export async function interleave(
  scenarios: readonly Scenario[],
  { rounds, seconds }: { rounds: number; seconds: number },
) {
  const bursts = new Map<string, Burst[]>(scenarios.map(({ name }) => [name, []]));
  for (const scenario of scenarios) await measure(scenario, 2); // warm
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < scenarios.length; turn++) {
      const scenario = scenarios[(turn + round) % scenarios.length];
      if (!scenario) continue;
      const burst = await measure(scenario, seconds);
      bursts.get(scenario.name)?.push(burst);
      console.log(
        `  ${String(round + 1).padStart(2)}/${rounds} ${scenario.name.padEnd(34)} ${Math.round(burst.perSecond)} /s, ${Math.round(burst.perCpuSecond)} /cpu-s`,
      );
    }
  }
  return new Map([...bursts].map(([name, all]) => [name, middleOf(all)]));
}
