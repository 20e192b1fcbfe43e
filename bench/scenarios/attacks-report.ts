import type { BenchPartReport } from '../report/report.ts';

/** The measurements of the visitors of one estate. */
export interface VisitorP99AndFailures {
  pageP99Ms: number;
  orderP99Ms: number;
  /** Number of page views and orders that failed. */
  failures: number;
}

/** The measurements during one attack. */
export interface AttackSample {
  name: string;
  /** The requests of the attacker and the responses to them, for the report. */
  attackerCounts: string;
  /** Visitors of the estate that is attacked. */
  attacked: VisitorP99AndFailures;
  /** Visitors of another estate on the same servers. */
  neighbour: VisitorP99AndFailures;
  /** Resident memory of the storefront after the attack. */
  residentMiB: number;
}

/** @param samples The control run without an attack, then one for each attack. */
export function buildAttacksPartReport(samples: readonly AttackSample[], attackSeconds: number): BenchPartReport {
  const max = (pick: (sample: AttackSample) => number) => Math.max(...samples.map(pick));
  return {
    metrics: {
      'attacks.pageP99Ms': max(({ neighbour }) => neighbour.pageP99Ms),
      'attacks.orderP99Ms': max(({ neighbour }) => neighbour.orderP99Ms),
      'attacks.attackedPageP99Ms': max(({ attacked }) => attacked.pageP99Ms),
      'attacks.attackedOrderP99Ms': max(({ attacked }) => attacked.orderP99Ms),
      'attacks.memoryGrowth': calculateMemoryGrowth(samples),
      'attacks.failed': samples.reduce(
        (sum, { attacked, neighbour }) => sum + attacked.failures + neighbour.failures,
        0,
      ),
    },
    sections: [
      {
        title: 'Attacks',
        text: [
          `One address attacks an estate for ${attackSeconds} s, while visitors open a cached page and place orders at this ` +
            'estate and at another one on the same servers. The first line is a run without an attack.',
        ],
        columns: [
          'attack',
          'attacker',
          'attacked estate: page p99 ms',
          'order p99 ms',
          'other estate: page p99 ms',
          'order p99 ms',
          'failures',
          'MiB after',
        ],
        rows: samples.map(({ name, attackerCounts, attacked, neighbour, residentMiB }) => [
          name,
          attackerCounts,
          attacked.pageP99Ms,
          attacked.orderP99Ms,
          neighbour.pageP99Ms,
          neighbour.orderP99Ms,
          attacked.failures + neighbour.failures,
          residentMiB,
        ]),
      },
    ],
  };
}

/** Returns the memory after the last attack divided by the maximum before that attack, which a leak would exceed. */
function calculateMemoryGrowth(samples: readonly AttackSample[]): number {
  const memory = samples.map(({ residentMiB }) => residentMiB);
  return (memory.at(-1) ?? 0) / Math.max(...memory.slice(0, -1));
}
