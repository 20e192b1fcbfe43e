import { Gauge, type Registry } from 'prom-client';
import type { Db } from '#server/api/database/connect.ts';
import { jobsSchemaName } from './prepare-jobs.ts';

/**
 * Registers a metric that counts the jobs of all sites on each scrape. While the database is unavailable, it has no
 * value.
 */
export function registerJobMetrics(registry: Registry, db: Db): void {
  const gauge = new Gauge({
    name: 'cuvee_jobs',
    help: 'Jobs that wait or run; tried: those that have failed at least once',
    labelNames: ['state'] as const,
    registers: [registry],
    async collect() {
      const counted = await db.$client
        .query<{ fresh: number; tried: number }>(
          `select count(*) filter (where last_error is null)::integer as fresh,
                  count(*) filter (where last_error is not null)::integer as tried from ${jobsSchemaName}.jobs`,
        )
        .catch(() => null);
      gauge.reset();
      const [row] = counted?.rows ?? [];
      if (!row) return;
      gauge.set({ state: 'fresh' }, row.fresh);
      gauge.set({ state: 'tried' }, row.tried);
    },
  });
}
