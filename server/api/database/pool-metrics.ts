import type pg from 'pg';
import type { ServerMetrics } from '#server/http/metrics.ts';

/** Registers metrics that show a lock or a slow statement in the database: all connections are used and calls wait. */
export function registerPoolMetrics(metrics: ServerMetrics, pool: string, { $client }: { $client: pg.Pool }): void {
  metrics.get('cuvee_database_pool_size', (gauge) => gauge.set({ pool }, $client.options.max));
  metrics.get('cuvee_database_connections_used', (gauge) =>
    gauge.set({ pool }, $client.totalCount - $client.idleCount),
  );
  metrics.get('cuvee_database_waiting', (gauge) => gauge.set({ pool }, $client.waitingCount));
}
