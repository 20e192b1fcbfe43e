import type { Db } from '#server/api/database/connect.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { isActiveSiteSql, sites } from '#server/api/database/sites-table.ts';
import { jobsSchemaName } from './prepare-jobs.ts';

/** Tasks that run once a day in a transaction of every active site, regardless of the number of servers. */
export type DailySiteTasks = Readonly<Record<string, (tx: SiteTx) => Promise<unknown>>>;

/**
 * Name of the task that queues a job for each active site that has something to do. Its payload contains the name of that
 * job.
 */
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

/** Number of sites that one statement checks, so that it stays far below the time limit of statements. */
const sitesPerStatement = 500;

/**
 * Queues a job for every active site that fulfils `condition`. A site that already has a waiting job of this name gets no
 * second one.
 * @param condition SQL condition that row-level security limits to the rows of a site.
 */
export async function queueJobForDueSites(db: Db, job: string, condition = 'true'): Promise<void> {
  const rows = await db.select({ id: sites.id }).from(sites).where(isActiveSiteSql).orderBy(sites.id);
  for (let start = 0; start < rows.length; start += sitesPerStatement) {
    const ids = rows.slice(start, start + sitesPerStatement).map(({ id }) => id);
    const due = await findDueSites(db, ids, condition);
    if (due.length > 0) await queueJobs(db, job, due);
  }
}

/**
 * Checks the condition for one site after the other with the rights of the application, so that row-level security
 * applies, and in one round trip. PostgreSQL runs the statements as one transaction, which ends their settings.
 */
async function findDueSites(db: Db, ids: readonly number[], condition: string): Promise<number[]> {
  const results: unknown = await db.$client.query(`
    select set_config('role', 'cuvee_app', true);
    do $find$
    declare
      site integer;
      due integer[] := '{}';
    begin
      for site in select unnest('{${ids.join(',')}}'::integer[]) loop
        perform set_config('app.site_id', site::text, true);
        if ${condition} then
          due := due || site;
        end if;
      end loop;
      perform set_config('app.due_sites', due::text, true);
    end
    $find$;
    select current_setting('app.due_sites')::integer[] as due`);
  const last = (results as { rows: { due: number[] }[] }[]).at(-1);
  return last?.rows[0]?.due ?? [];
}

const queueJobs = (db: Db, job: string, siteIds: readonly number[]) =>
  db.$client.query(
    `select count(*) from ${jobsSchemaName}.add_jobs(array(
       select row($1, json_build_object('site', site), null, null, null, $1 || ':' || site, null, null)::${jobsSchemaName}.job_spec
         from unnest($2::integer[]) site))`,
    [job, siteIds],
  );
