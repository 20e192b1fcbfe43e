import type { Db } from '#server/api/database/connect.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { isActiveSiteSql, sites } from '#server/api/database/sites-table.ts';
import { jobsSchemaName } from './prepare-jobs.ts';

/** Tasks that run once a day in a transaction of every active site, regardless of the number of servers. */
export type DailySiteTasks = Readonly<Record<string, (tx: SiteTx) => Promise<unknown>>>;

/** Name of the task that queues one job for each active site. Its payload contains the name of that job. */
export const everySiteTaskName = 'every-site';
export const toDailyJobName = (name: string): string => `daily:${name}`;
export const toHourlyJobName = (name: string): string => `hourly:${name}`;

/** Recurring tasks that were missed within this many milliseconds run when a server starts. */
const backfillMs = 86_400_000;

/**
 * Creates graphile-worker's cron entries: daily tasks at staggered times of the night, hourly tasks at staggered
 * minutes.
 */
export const createCronItems = ({ daily = {}, hourly = {} }: { daily?: object; hourly?: object }) => [
  ...Object.keys(daily).map((name, index) => cronItem(name, toDailyJobName(name), `${(17 + index * 7) % 60} 3 * * *`)),
  ...Object.keys(hourly).map((name, index) => cronItem(name, toHourlyJobName(name), `${(5 + index * 7) % 60} * * * *`)),
];

const cronItem = (identifier: string, job: string, match: string) => ({
  task: everySiteTaskName,
  match,
  identifier,
  payload: { job },
  options: { backfillPeriod: backfillMs },
});

/** Queues a job for every active site. A site that already has a waiting job of this name gets no second one. */
export async function queueJobForEverySite(db: Db, job: string): Promise<void> {
  const rows = await db.select({ id: sites.id }).from(sites).where(isActiveSiteSql);
  await db.$client.query(
    `select count(${jobsSchemaName}.add_job($1, json_build_object('site', site), job_key => $1 || ':' || site)) from unnest($2::integer[]) site`,
    [job, rows.map(({ id }) => id)],
  );
}
