import { Logger, runMigrations } from 'graphile-worker';
import type { Db } from '#server/api/database/connect.ts';

/** The worker's own tables; `cuvee_app` may not touch them. */
export const jobsSchema = 'graphile_worker';

/**
 * Makes the worker's tables, and the one way in for a request. `queue_job` runs as the owner of the database, so it
 * trusts nothing that it is told: its search path is fixed, and the site is the transaction's, whatever the payload
 * says. Safe to repeat; runs after migrations, under their lock.
 */
export async function prepareJobs(db: Db): Promise<void> {
  await runMigrations({ pgPool: db.$client, schema: jobsSchema, noHandleSignals: true, logger: silent });
  await db.$client.query(queueJobFunction);
}

/** What the migrations would say is of no use to whoever starts a server; what fails is thrown. */
const silent = new Logger(() => () => {});

const queueJobFunction = `
create or replace function public.queue_job(task text, payload jsonb, run_at timestamptz default now())
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  site integer := nullif(current_setting('app.site_id', true), '')::integer;
begin
  if site is null then
    raise exception 'a job is queued in the transaction of a site' using errcode = '42501';
  end if;
  perform ${jobsSchema}.add_job(task, (payload || jsonb_build_object('site', site))::json, run_at => run_at);
end
$$;
revoke all on function public.queue_job(text, jsonb, timestamptz) from public;
grant execute on function public.queue_job(text, jsonb, timestamptz) to cuvee_app;`;
