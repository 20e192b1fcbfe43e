import { readCpuSeconds, readResidentMiB } from '../processes/machine.ts';
import { countFailedRequests, type LoadPlan } from './load-plan.ts';
import { runLoad } from './run-load.ts';
import { median } from './statistics.ts';

type ScenarioPlan = Omit<LoadPlan, 'durationSeconds'>;

/** A load that is measured against one server. */
export interface BenchScenario {
  name: string;
  plan: ScenarioPlan;
  /** The only status that counts as a success; by default 2xx and 304 do. */
  status?: number;
  /**
   * Process ids by name. Their CPU time counts together with that of their children, resident memory is that of the first
   * one. Empty for a server that this benchmark has not started.
   */
  processes: Readonly<Record<string, number>>;
  /** Load that a second load generator sends at the same time, whose latencies are not measured. */
  backgroundPlan?: ScenarioPlan;
  /** Waits for the work that the requests have left behind. Its CPU time belongs to the requests. */
  finish?: () => Promise<unknown>;
  /**
   * Number of requests of each sample for each second of its duration. The sample then lasts as long as they take, so
   * that no request that is on its way at its end costs time without being counted.
   */
  countPerSecond?: number;
  /** Called after each sample, outside the measured time. */
  afterSample?: () => unknown;
}

/** The measurements of one timed run of a scenario. */
export interface ScenarioSample {
  requestsPerSecond: number;
  /** Requests per CPU second of all processes together; NaN without processes. */
  requestsPerCpuSecond: number;
  /** CPU time per request in microseconds, by process name. */
  cpuMicros: Record<string, number>;
  p50Ms: number;
  p99Ms: number;
  mibPerSecond: number;
  /** Resident memory of the first process in MiB; NaN without processes. */
  residentMiB: number;
  /** Number of failed requests, including those of the background load. */
  failures: number;
  /** Requests per second of the background load; NaN without background load. */
  backgroundPerSecond: number;
}

const readCpuTimes = (processes: BenchScenario['processes']) =>
  Object.entries(processes).map(([name, pid]) => ({ name, seconds: readCpuSeconds(pid) }));

/** Maximum duration in seconds of a sample with a number of requests. */
const maxSampleSeconds = 120;

export async function measureScenario(scenario: BenchScenario, sampleSeconds: number): Promise<ScenarioSample> {
  const { plan: planned, status, processes, backgroundPlan, finish, afterSample, countPerSecond } = scenario;
  const durationSeconds = countPerSecond ? maxSampleSeconds : sampleSeconds;
  const plan = countPerSecond ? { ...planned, maxRequests: Math.ceil(countPerSecond * sampleSeconds) } : planned;
  const before = readCpuTimes(processes);
  const [result, background] = await Promise.all([
    runLoad({ ...plan, durationSeconds }),
    backgroundPlan ? runLoad({ ...backgroundPlan, durationSeconds }) : null,
  ]);
  await finish?.();
  const used = readCpuTimes(processes).map(({ name, seconds }, index) => ({
    name,
    seconds: seconds - (before[index]?.seconds ?? Number.NaN),
  }));
  const [firstPid] = Object.values(processes);
  await afterSample?.();
  return {
    requestsPerSecond: result.requests / result.seconds,
    requestsPerCpuSecond: used[0] ? result.requests / used.reduce((sum, { seconds }) => sum + seconds, 0) : Number.NaN,
    cpuMicros: Object.fromEntries(used.map(({ name, seconds }) => [name, (seconds / result.requests) * 1e6])),
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    mibPerSecond: result.bytes / result.seconds / 2 ** 20,
    residentMiB: firstPid === undefined ? Number.NaN : readResidentMiB(firstPid),
    failures: countFailedRequests(result, status) + (background ? countFailedRequests(background) : 0),
    backgroundPerSecond: background ? background.requests / background.seconds : Number.NaN,
  };
}

/**
 * Returns the median of each measurement over several samples. Failures are added up instead, so that a single one
 * remains visible.
 */
export function combineSamples(samples: readonly ScenarioSample[]): ScenarioSample {
  const medianOf = (pick: (sample: ScenarioSample) => number) => median(samples.map(pick));
  const processes = Object.keys(samples[0]?.cpuMicros ?? {});
  return {
    requestsPerSecond: medianOf((sample) => sample.requestsPerSecond),
    requestsPerCpuSecond: medianOf((sample) => sample.requestsPerCpuSecond),
    cpuMicros: Object.fromEntries(
      processes.map((name) => [name, medianOf(({ cpuMicros }) => cpuMicros[name] ?? Number.NaN)]),
    ),
    p50Ms: medianOf((sample) => sample.p50Ms),
    p99Ms: medianOf((sample) => sample.p99Ms),
    mibPerSecond: medianOf((sample) => sample.mibPerSecond),
    residentMiB: medianOf((sample) => sample.residentMiB),
    failures: samples.reduce((sum, sample) => sum + sample.failures, 0),
    backgroundPerSecond: medianOf((sample) => sample.backgroundPerSecond),
  };
}
