import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { LoadPlan, LoadResult } from './load/load-plan.ts';
import { cpuSeconds, onCoreOf, residentMiB } from './machine.ts';
import { median } from './medians.ts';

/** One thing to measure: who answers, and what is asked. */
export interface Scenario {
  name: string;
  plan: Omit<LoadPlan, 'duration'>;
  /**
   * The processes whose time counts, by name. The first is the one that "per CPU-second" is about; none when the server
   * is not ours.
   */
  processes: Readonly<Record<string, number>>;
  /** What else is asked at the same time, by a generator of its own. Its answers count as `besidePerSecond`. */
  beside?: Omit<LoadPlan, 'duration'>;
  /** Called after each burst, outside of what is measured; the next one waits for it. */
  afterwards?: () => unknown;
}

/** What one burst of a scenario gave. Latencies in milliseconds. */
export interface Burst {
  perSecond: number;
  /** Requests for each second of the first process's time; NaN when the server is not ours. */
  perCpuSecond: number;
  /** Microseconds of each process's time for a request. */
  cpuMicros: Record<string, number>;
  p50: number;
  p99: number;
  mibPerSecond: number;
  /** Of the first process. */
  residentMiB: number;
  /** Those of what was asked beside it included. */
  faults: number;
  /** Answers a second to what was asked beside it; NaN where nothing was. */
  besidePerSecond: number;
}

/** Generators that run: an interrupted bench must end them too. */
const generators = new Set<() => void>();
export const stopLoad = (): void => {
  for (const stop of generators) stop();
};

/** Runs the load generator once, on its own core. */
export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const command = [...onCoreOf('load'), process.execPath, join(import.meta.dirname, 'load/load.ts')];
  const child = spawn(command[0] ?? '', command.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
  const stop = () => void child.kill('SIGKILL');
  generators.add(stop);
  child.stdin.on('error', () => {}); // It ended before it had read all: its empty answer tells.
  child.stdin.end(JSON.stringify(plan));
  const answer = await text(child.stdout).finally(() => generators.delete(stop));
  if (!answer) throw new Error(`the load generator ended without a result (${plan.url})`);
  return JSON.parse(answer) as LoadResult;
}

const timesOf = (processes: Scenario['processes']) =>
  Object.entries(processes).map(([name, pid]) => ({ name, seconds: cpuSeconds(pid) }));

export async function measure({ plan, processes, beside, afterwards }: Scenario, seconds: number): Promise<Burst> {
  const before = timesOf(processes);
  const [result, other] = await Promise.all([
    runLoad({ ...plan, duration: seconds }),
    beside ? runLoad({ ...beside, duration: seconds }) : null,
  ]);
  const used = timesOf(processes).map(({ name, seconds: now }, index) => ({
    name,
    seconds: now - (before[index]?.seconds ?? Number.NaN),
  }));
  const [first] = Object.values(processes);
  await afterwards?.();
  return {
    perSecond: result.requests / result.seconds,
    perCpuSecond: used[0] ? result.requests / used[0].seconds : Number.NaN,
    cpuMicros: Object.fromEntries(used.map(({ name, seconds: time }) => [name, (time / result.requests) * 1e6])),
    p50: result.p50,
    p99: result.p99,
    mibPerSecond: result.bytes / result.seconds / 2 ** 20,
    residentMiB: first === undefined ? Number.NaN : residentMiB(first),
    faults: faultsOf(result) + (other ? faultsOf(other) : 0),
    besidePerSecond: other ? other.requests / other.seconds : Number.NaN,
  };
}

const faultsOf = ({ otherStatus, errors }: LoadResult): number => otherStatus + errors;

/** The middle of several bursts, figure by figure; faults add up. */
export function middleOf(bursts: readonly Burst[]): Burst {
  const of = (pick: (burst: Burst) => number) => median(bursts.map(pick));
  const processes = Object.keys(bursts[0]?.cpuMicros ?? {});
  return {
    perSecond: of((burst) => burst.perSecond),
    perCpuSecond: of((burst) => burst.perCpuSecond),
    cpuMicros: Object.fromEntries(
      processes.map((name) => [name, of(({ cpuMicros }) => cpuMicros[name] ?? Number.NaN)]),
    ),
    p50: of((burst) => burst.p50),
    p99: of((burst) => burst.p99),
    mibPerSecond: of((burst) => burst.mibPerSecond),
    residentMiB: of((burst) => burst.residentMiB),
    faults: bursts.reduce((sum, burst) => sum + burst.faults, 0),
    besidePerSecond: of((burst) => burst.besidePerSecond),
  };
}

export interface Rounds {
  rounds: number;
  /** Of each burst. */
  seconds: number;
  /** Of a burst before the first round that nobody counts. */
  warmSeconds: number;
}

/**
 * Measures several scenarios in turn, round after round, each round beginning with another one, so that what else the
 * machine does meets all of them alike. Answers the middle burst of each, by name.
 */
export async function interleave(scenarios: readonly Scenario[], { rounds, seconds, warmSeconds }: Rounds) {
  const bursts = new Map<string, Burst[]>(scenarios.map(({ name }) => [name, []]));
  for (const scenario of scenarios) await measure(scenario, warmSeconds);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < scenarios.length; turn++) {
      const scenario = scenarios[(turn + round) % scenarios.length];
      if (!scenario) continue;
      const burst = await measure(scenario, seconds);
      bursts.get(scenario.name)?.push(burst);
      const { perSecond, perCpuSecond, p99, faults } = burst;
      const line = `${Math.round(perSecond)} /s, ${Math.round(perCpuSecond)} /cpu-s, p99 ${p99.toFixed(1)} ms`;
      console.log(`  ${round + 1}/${rounds} ${scenario.name.padEnd(44)} ${line}${faults ? `, ${faults} faults` : ''}`);
    }
  }
  return new Map([...bursts].map(([name, all]) => [name, middleOf(all)]));
}
