import { Counter, Gauge, type Registry } from 'prom-client';
import type { Db } from '#server/api/database/connect.ts';
import { jobsSchema } from '#server/api/jobs/prepare-jobs.ts';

/** What became of mails, counted for the operator. */
export interface MailCounts {
  sent(): void;
  /** An attempt in vain; `isOver`: the last. */
  failed(isOver: boolean): void;
}

export function mailCounts(registry: Registry): MailCounts {
  const counter = new Counter({
    name: 'cuvee_mails_total',
    help: 'Attempts to send a mail: sent, to be tried again, or given up',
    labelNames: ['result'] as const,
    registers: [registry],
  });
  return {
    sent: () => counter.inc({ result: 'sent' }),
    failed: (isOver) => counter.inc({ result: isOver ? 'given_up' : 'tried' }),
  };
}

/** How many jobs there are, of all sites: asked when the figures are. Without the database it says nothing. */
export function countJobs(registry: Registry, db: Db): void {
  const gauge = new Gauge({
    name: 'cuvee_jobs',
    help: 'Jobs that wait or run; tried: those that have failed at least once',
    labelNames: ['state'] as const,
    registers: [registry],
    async collect() {
      const counted = await db.$client
        .query<{ fresh: number; tried: number }>(
          `select count(*) filter (where last_error is null)::integer as fresh,
                  count(*) filter (where last_error is not null)::integer as tried from ${jobsSchema}.jobs`,
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
