import { combineSamples, measureScenario, type ScenarioSample } from './load/measure.ts';
import { currentMachine } from './processes/machine.ts';

export interface ExternalBenchmarkTarget {
  url: string;
  /** Value of the Host header; by default the host of `url`. */
  host?: string;
  connections: number;
  /** Duration of each sample in seconds. */
  durationSeconds: number;
}

const sampleCount = 3;

/** Measures one URL of a server that this benchmark has not started. @throws Error if the server does not respond. */
export async function benchmarkUrlAndPrintReport({
  url,
  host,
  connections,
  durationSeconds,
}: ExternalBenchmarkTarget): Promise<void> {
  const { origin, pathname, search } = new URL(url);
  const headers = { 'accept-encoding': 'br, gzip', ...(host && { host }) };
  const plan = { url: origin, connections, requests: [{ path: pathname + search, headers }] };
  const scenario = { name: url, processes: {}, plan };
  await measureScenario(scenario, Math.min(2, durationSeconds));
  const samples: ScenarioSample[] = [];
  for (let count = 0; count < sampleCount; count++) samples.push(await measureScenario(scenario, durationSeconds));
  const { requestsPerSecond, p50Ms, p99Ms, mibPerSecond, failures } = combineSamples(samples);
  const target = `${url}${host ? ` with Host ${host}` : ''}`;
  console.log(
    `${target}, ${connections} connections, ${sampleCount} × ${durationSeconds} s, Node ${currentMachine.node}\n` +
      `  ${Math.round(requestsPerSecond)} requests/s, p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms, ` +
      `${mibPerSecond.toFixed(1)} MiB/s, ${failures} failures`,
  );
  if (!(requestsPerSecond > 0)) throw new Error(`${url} did not answer`);
}
