import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#server/api/database/connect.ts';
import { createSingleFlight } from '#server/http/limiter.ts';
import type { ServerMetrics } from '#server/http/metrics.ts';
import { jobsSchemaName } from './prepare-jobs.ts';

interface JobCounts {
  fresh: number;
  tried: number;
  oldest: number;
}

/** Maximum time in milliseconds for which a scrape waits for a connection, because the other metrics are needed then. */
const maxWaitMs = 2_000;

/**
 * Registers metrics of the jobs of all sites, which are read on each scrape. While the database is unavailable or has
 * no free connection, they have no value.
 */
export function registerJobMetrics(metrics: ServerMetrics, db: Db): void {
  const readOnce = createSingleFlight<JobCounts | undefined>();
  const read = () =>
    Promise.race([
      readOnce('', () => readJobCounts(db).catch(() => undefined)),
      sleep(maxWaitMs, undefined, { ref: false }),
    ]);
  metrics.get('cuvee_jobs', async (jobs) => {
    const counts = await read();
    jobs.reset();
    if (!counts) return;
    jobs.set({ state: 'fresh' }, counts.fresh);
    jobs.set({ state: 'tried' }, counts.tried);
  });
  metrics.get('cuvee_oldest_job_seconds', async (oldest) => {
    const counts = await read();
    if (counts) oldest.set(counts.oldest);
    else oldest.remove();
  });
}

async function readJobCounts(db: Db): Promise<JobCounts | undefined> {
  const { rows } = await db.$client.query<JobCounts>(
    `select count(*) filter (where last_error is null)::integer as fresh,
            count(*) filter (where last_error is not null)::integer as tried,
            coalesce(extract(epoch from now() - min(run_at) filter (where run_at < now())), 0)::float as oldest
       from ${jobsSchemaName}.jobs`,
  );
  return rows[0];
}
