import { defaultCacheBytes } from '#server/storefront/cache/html-cache.ts';
import type { Burst } from '../measure.ts';
import { ratio } from '../medians.ts';
import type { Figures, Section } from '../report/report.ts';
import { generatedPaths, sitesInWords } from '../sites/write-sites.ts';

/** How many pages were made before a measurement, and how long that took. */
export interface Filled {
  pages: number;
  seconds: number;
}

/** Load on more pages than the cache holds. */
export interface Overfull {
  burst: Burst;
  /** Memory at the end of the load, as a multiple of what it was in the middle. */
  growth: number;
  residentMiB: number;
}

export interface ManySites {
  /** From few to many sites; the first is the yardstick. */
  bursts: readonly { count: number; burst: Burst }[];
  /** Of the most sites. */
  filled: Filled;
  /** What all their pages take in the cache. */
  setMiB: number;
  connections: number;
  overfull: Overfull;
}

const columns = [
  '',
  'per second',
  'per CPU-second',
  'ratio',
  'p50 ms',
  'p99 ms',
  'ratio',
  'memory MiB',
  'ratio',
  'faults',
];

function rowOf(name: string, burst: Burst, one: Burst): (string | number)[] {
  const { perSecond, perCpuSecond, p50, p99, residentMiB, faults } = burst;
  const speed = ratio(perCpuSecond, one.perCpuSecond);
  const memory = ratio(residentMiB, one.residentMiB);
  return [name, perSecond, perCpuSecond, speed, p50, p99, ratio(p99, one.p99), residentMiB, memory, faults];
}

function figuresOf({ bursts, overfull }: ManySites, one: Burst): Figures {
  const figures: Figures = {
    'overfull.growth': overfull.growth,
    'overfull.residentMiB': overfull.residentMiB,
    'overfull.ratio': ratio(overfull.burst.perCpuSecond, one.perCpuSecond),
  };
  for (const { count, burst } of bursts) {
    figures[`sites.${count}.perCpuSecond`] = burst.perCpuSecond;
    figures[`sites.${count}.ratio`] = ratio(burst.perCpuSecond, one.perCpuSecond);
    figures[`sites.${count}.p99`] = burst.p99;
    figures[`sites.${count}.residentMiB`] = burst.residentMiB;
  }
  return figures;
}

export function reportManySites(measured: ManySites): { sections: Section[]; figures: Figures } {
  const { bursts, filled, setMiB, connections, overfull } = measured;
  const [first] = bursts;
  const most = bursts.at(-1);
  if (!first || !most) throw new Error('no sites were measured');
  const pages = generatedPaths.length;
  const many = sitesInWords(most.count);
  const limitMiB = Math.round(defaultCacheBytes() / 2 ** 20);
  return {
    figures: figuresOf(measured, first.burst),
    sections: [
      {
        title: 'One site and many',
        text: [
          `Generated sites of five pages and three products. ${pages} pages of each (${generatedPaths.join(', ')}) are asked for, ` +
            `drawn evenly from all sites, ${connections} connections, brotli. For ${many} ${filled.pages} of ${pages * most.count} pages ` +
            `had been made beforehand, in ${filled.seconds.toFixed(0)} s; all of them take ${Math.round(setMiB)} MiB of a cache of ${limitMiB}. ` +
            'Ratios are to one site.',
        ],
        columns,
        rows: bursts.map(({ count, burst }) => rowOf(sitesInWords(count), burst, first.burst)),
      },
      {
        title: 'More pages than the cache holds',
        text: [
          `${many} again, with a cache of ${Math.round(setMiB / 4)} MiB: a quarter of what the pages take. Drawn evenly, three of four ` +
            'requests are renders, most of them with data that the API has to be asked for. At the end of the load memory was ' +
            `${overfull.growth.toFixed(2)} times what it had been in the middle.`,
        ],
        columns,
        rows: [rowOf(`${many}, room for a quarter`, overfull.burst, first.burst)],
      },
    ],
  };
}
