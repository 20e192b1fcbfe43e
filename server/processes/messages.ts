import type { ServerConfig } from '#server/config.ts';
import type { ProcessMetrics } from '#server/http/metrics.ts';
import type { NetworkCharges } from '#server/storefront/network-request-limit.ts';
import type { ConfiguredSite } from '#server/storefront/sites/host-index.ts';

/** Messages from the supervisor to the processes that it has started. */
export type SupervisorMessage =
  | { type: 'start'; config: ServerConfig }
  | { type: 'stop'; drainSeconds: number }
  | { type: 'query'; id: number; subject: 'readiness' | 'metrics' }
  /** The sites of the folders, for the process that imports new ones. */
  | { type: 'sites'; sites: readonly ConfiguredSite[] }
  /** Requests that other storefronts have counted. */
  | { type: 'charges'; charges: NetworkCharges };

/** Messages from a process to its supervisor. */
export type ProcessMessage =
  | { type: 'started' }
  | { type: 'sites'; sites: readonly ConfiguredSite[] }
  /** All new sites of the last message `sites` have been imported, or have failed. */
  | { type: 'imported' }
  | { type: 'answer'; id: number; reason?: string; metrics?: ProcessMetrics }
  | { type: 'charges'; charges: NetworkCharges };
