import type { Db } from '#server/api/database/connect.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { eraseMails } from '#server/api/mail/mail-repository.ts';
import { jobsSchema } from './prepare-jobs.ts';

/** What is done for every estate once a day, whatever the number of servers: each in a transaction of its site. */
export type DailyTasks = Readonly<Record<string, (tx: SiteTx) => Promise<unknown>>>;

/** The task that gives each site its own job, by the name in its payload. */
export const everySiteTask = 'every-site';
/** What a site's own job is called. */
export const dailyJob = (name: string): string => `daily:${name}`;

/** docs/rules.md, "Mails" */
const daysThatMailsAreKept = 365;

/** What the jobs themselves do daily. */
export const ownDailyTasks: DailyTasks = {
  'erase-mails': (tx) => eraseMails(tx, daysThatMailsAreKept),
};

/** A day that nobody was there for is made up for at the next start, in milliseconds. */
const lookBack = 86_400_000;

/** One entry of the timetable for each task, spread over the night. */
export const timetable = (tasks: DailyTasks) =>
  Object.keys(tasks).map((name, index) => ({
    task: everySiteTask,
    match: `${(17 + index * 7) % 60} 3 * * *`,
    identifier: name,
    payload: { name },
    options: { backfillPeriod: lookBack },
  }));

/** Gives every site its job. A key keeps a site from having two that wait. */
export async function queueForEverySite(db: Db, name: string): Promise<void> {
  const rows = await db.select({ id: sites.id }).from(sites);
  await db.$client.query(
    `select count(${jobsSchema}.add_job($1, json_build_object('site', site), job_key => $1 || ':' || site)) from unnest($2::integer[]) site`,
    [dailyJob(name), rows.map(({ id }) => id)],
  );
}
