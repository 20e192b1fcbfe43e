import { machine } from './machine.ts';
import { type Burst, measure, middleOf } from './measure.ts';

export interface ExternalTarget {
  url: string;
  /** Value of the Host header; by default the URL's own. */
  host?: string;
  connections: number;
  /** Seconds of each burst. */
  duration: number;
}

/** Loads a server that is not ours with one address: three bursts after a short warm-up, and their middle. */
export async function benchExternal({ url, host, connections, duration }: ExternalTarget): Promise<void> {
  const { origin, pathname, search } = new URL(url);
  const headers = { 'accept-encoding': 'br, gzip', ...(host && { host }) };
  const plan = { url: origin, connections, requests: [{ path: pathname + search, headers }] };
  const scenario = { name: url, processes: {}, plan };
  await measure(scenario, Math.min(2, duration));
  const bursts: Burst[] = [];
  for (let round = 0; round < 3; round++) bursts.push(await measure(scenario, duration));
  const middle = middleOf(bursts);
  console.log(
    `${url}${host ? ` as ${host}` : ''}, ${connections} connections, 3 × ${duration} s, Node ${machine.node}\n` +
      `  ${Math.round(middle.perSecond)} requests/s, p50 ${middle.p50.toFixed(2)} ms, p99 ${middle.p99.toFixed(2)} ms, ` +
      `${middle.mibPerSecond.toFixed(1)} MiB/s, ${middle.faults} faults`,
  );
  if (!(middle.perSecond > 0)) throw new Error(`${url} did not answer`);
}
