import { Gauge, type Registry } from 'prom-client';
import type { Db } from '#server/api/database/connect.ts';
import { jobsSchemaName } from './prepare-jobs.ts';

/**
 * Registers metrics of the jobs of all sites, which are read on each scrape. While the database is unavailable, they
 * have no value.
 */
export function registerJobMetrics(registry: Registry, db: Db): void {
  const oldest = new Gauge({
    name: 'cuvee_oldest_job_seconds',
    help: 'Time for which the oldest due job has waited or run',
    registers: [registry],
  });
  const gauge = new Gauge({
    name: 'cuvee_jobs',
    help: 'Jobs that wait or run; tried: those that have failed at least once',
    labelNames: ['state'] as const,
    registers: [registry],
    async collect() {
      oldest.reset();
      const counted = await db.$client
        .query<{ fresh: number; tried: number; oldest: number }>(
          `select count(*) filter (where last_error is null)::integer as fresh,
                  count(*) filter (where last_error is not null)::integer as tried,
                  coalesce(extract(epoch from now() - min(run_at) filter (where run_at < now())), 0)::float as oldest
             from ${jobsSchemaName}.jobs`,
        )
        .catch(() => null);
      gauge.reset();
      const [row] = counted?.rows ?? [];
      if (!row) return;
      gauge.set({ state: 'fresh' }, row.fresh);
      gauge.set({ state: 'tried' }, row.tried);
      oldest.set(row.oldest);
    },
  });
}
