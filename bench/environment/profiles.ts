import type { SamplingPlan } from '../load/measure-interleaved.ts';

/** The amount of work of a benchmark run: full or quick. */
export interface BenchProfile extends SamplingPlan {
  name: 'full' | 'quick';
  /** Numbers of sites to measure with, in ascending order. The first is 1, the baseline. */
  siteCounts: readonly number[];
  /** Time limit in seconds for rendering the pages of the largest number of sites once. */
  warmSitesSeconds: number;
  /** Number of requests of each cold page in a round. */
  coldPagesPerRound: number;
  /** Number of measured server starts for each number of sites. */
  starts: number;
  /** Duration of each attack in seconds. */
  attackSeconds: number;
  /** Number of visits of the admin panel's first screen. */
  panelVisits: number;
  /** Maximum duration of the run in minutes, after which it is aborted. */
  timeoutMinutes: number;
}

export const benchProfiles: Record<BenchProfile['name'], BenchProfile> = {
  full: {
    name: 'full',
    rounds: 5,
    sampleSeconds: 6,
    warmUpSeconds: 3,
    siteCounts: [1, 100, 10_000],
    warmSitesSeconds: 900,
    coldPagesPerRound: 100,
    starts: 3,
    attackSeconds: 60,
    panelVisits: 5,
    timeoutMinutes: 80,
  },
  quick: {
    name: 'quick',
    rounds: 3,
    sampleSeconds: 2,
    warmUpSeconds: 1.5,
    siteCounts: [1, 100, 1_000],
    warmSitesSeconds: 600,
    coldPagesPerRound: 25,
    starts: 1,
    attackSeconds: 10,
    panelVisits: 5,
    timeoutMinutes: 40,
  },
};
