import type { Db } from '#server/api/database/connect.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { isActiveSiteSql, sites } from '#server/api/database/sites-table.ts';
import { jobsSchemaName } from './prepare-jobs.ts';

/** Tasks that run once a day for every site, regardless of the number of servers, each in a transaction of its site. */
export type DailySiteTasks = Readonly<Record<string, (tx: SiteTx) => Promise<unknown>>>;

/** The task that queues a job for each site. Its payload is the name of that job. */
export const everySiteTaskName = 'every-site';
export const toDailyJobName = (name: string): string => `daily:${name}`;
export const toHourlyJobName = (name: string): string => `hourly:${name}`;

/** At its start, a server runs the tasks that were missed within this period. */
const backfillMs = 86_400_000;

/** One cron entry per task: daily ones at staggered times in the night, hourly ones at staggered minutes. */
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

/** Queues the job for every site, at most one waiting per site. */
export async function queueJobForEverySite(db: Db, job: string): Promise<void> {
  const rows = await db.select({ id: sites.id }).from(sites).where(isActiveSiteSql);
  await db.$client.query(
    `select count(${jobsSchemaName}.add_job($1, json_build_object('site', site), job_key => $1 || ':' || site)) from unnest($2::integer[]) site`,
    [job, rows.map(({ id }) => id)],
  );
}
