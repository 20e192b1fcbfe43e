import type { Db } from '#server/api/database/connect.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { isActiveSite, sites } from '#server/api/database/sites-table.ts';
import { jobsSchema } from './prepare-jobs.ts';

/** Tasks that run once a day for every site, regardless of the number of servers, each in a transaction of its site. */
export type DailyTasks = Readonly<Record<string, (tx: SiteTx) => Promise<unknown>>>;

/** The task that queues a job for each site; its payload names the job. */
export const everySiteTask = 'every-site';
export const dailyJob = (name: string): string => `daily:${name}`;

/** At its start, a server runs the tasks that were missed within this period. */
const backfillMs = 86_400_000;

/** One cron entry per task, at staggered times in the night. */
export const cronItems = (tasks: DailyTasks) =>
  Object.keys(tasks).map((name, index) => ({
    task: everySiteTask,
    match: `${(17 + index * 7) % 60} 3 * * *`,
    identifier: name,
    payload: { name },
    options: { backfillPeriod: backfillMs },
  }));

/** Queues the job for every site, at most one waiting per site. */
export async function queueForEverySite(db: Db, name: string): Promise<void> {
  const rows = await db.select({ id: sites.id }).from(sites).where(isActiveSite);
  await db.$client.query(
    `select count(${jobsSchema}.add_job($1, json_build_object('site', site), job_key => $1 || ':' || site)) from unnest($2::integer[]) site`,
    [dailyJob(name), rows.map(({ id }) => id)],
  );
}
