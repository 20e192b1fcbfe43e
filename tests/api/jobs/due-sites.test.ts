import { expect, test } from 'vitest';
import { createApiJobs } from '#server/api/api-jobs.ts';
import { queueJobForDueSites, toDailyJobName, toHourlyJobName } from '#server/api/jobs/recurring-jobs.ts';
import { createLogger } from '#server/http/logger.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const { db } = await openTestDatabase();
const siteCount = 10_000;
const jobs = createApiJobs({
  logger: createLogger('silent'),
  transport: { send: async () => {}, close: () => {} },
  filesDir: '/nowhere',
  dataDir: '/nowhere',
});
const names = [...Object.keys(jobs.hourly).map(toHourlyJobName), ...Object.keys(jobs.daily).map(toDailyJobName)];
const conditionOf = (job: string) => jobs.due[job.slice(job.indexOf(':') + 1)];

/** Time in milliseconds in which one task has found its due sites, a third of the time limit of a single statement. */
const maxMs = 5_000;

await db.$client.query(
  `insert into sites (id, name, hosts, origins, languages, default_lang, time_zone)
   select id, 'Estate ' || id, '[]', '{}', '["fr_FR"]', 'fr_FR', 'Europe/Paris' from generate_series(1, $1) id`,
  [siteCount],
);

const readQueued = async (): Promise<{ task: string; site: number }[]> => {
  const { rows } = await db.$client.query(
    `select t.identifier as task, (j.payload ->> 'site')::integer as site
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id order by 1, 2`,
  );
  return rows;
};

test('every recurring task names the condition under which a site has something to do', () => {
  const known = Object.keys({ ...jobs.hourly, ...jobs.daily });
  expect(Object.keys(jobs.due).sort()).toEqual(known.sort());
});

test('recurring tasks queue jobs for due sites only, each in far less than the time limit at 10,000 sites', {
  timeout: 180_000,
}, async () => {
  await db.$client.query(`
    delete from audit_entries; delete from consent_records; delete from graphile_worker._private_jobs;
    insert into audit_entries (site_id, id, occurred_at, user_id, resource, key, action)
    values (7, 1, now() - interval '366 days', 1, 'news', '1', 'create'),
           (9999, 1, now() - interval '366 days', 1, 'news', '1', 'create'),
           (8, 1, now(), 1, 'news', '1', 'create');
    insert into consent_records (site_id, id, consent_id, accepted, refused, revision, text_version, lang, recorded_at, erased_after)
    values (5000, 1, gen_random_uuid(), '{}', '{}', 1, '1', 'fr_FR', now(), now() - interval '1 day')`);
  const durations: Record<string, number> = {};
  for (const job of names) {
    const startedAt = performance.now();
    await queueJobForDueSites(db, job, conditionOf(job));
    durations[job] = Math.round(performance.now() - startedAt);
  }
  expect(await readQueued()).toEqual([
    { task: 'daily:erase-audit-log', site: 7 },
    { task: 'daily:erase-audit-log', site: 9999 },
    { task: 'daily:erase-consent-records', site: 5000 },
  ]);
  expect(Object.entries(durations).filter(([, ms]) => ms > maxMs)).toEqual([]);
  if (process.env.SHOW_DURATIONS) console.log(durations);
});

test('a task that is due for every site is queued for 10,000 sites below the time limit, once for each', {
  timeout: 120_000,
}, async () => {
  await db.$client.query('delete from graphile_worker._private_jobs');
  await queueJobForDueSites(db, 'daily:example');
  await queueJobForDueSites(db, 'daily:example');
  expect(await readQueued()).toHaveLength(siteCount);
});
