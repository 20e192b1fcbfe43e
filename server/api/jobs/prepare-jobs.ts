import { Logger, runMigrations } from 'graphile-worker';
import type { Db } from '#server/api/database/connect.ts';

/** Name of the PostgreSQL schema with graphile-worker's tables, to which `cuvee_app` has no access. */
export const jobsSchemaName = 'graphile_worker';

/**
 * Creates graphile-worker's tables and the SQL functions `queue_job` and `queue_single_job`, through which requests
 * queue jobs. The SQL functions run with the rights of the database's owner; their search path is therefore fixed, and
 * they always use the transaction's site. This function is idempotent, and runs after the migrations under their lock.
 */
export async function prepareJobTables(db: Db): Promise<void> {
  await runMigrations({ pgPool: db.$client, schema: jobsSchemaName, noHandleSignals: true, logger: silent });
  await db.$client.query(queueJobFunction);
}

/** Keeps the progress messages of graphile-worker's migrations out of the log. Failures are still thrown. */
const silent = new Logger(() => () => {});

const queueJobFunction = `
create or replace function public.queue_job(task text, payload jsonb, run_at timestamptz default now())
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  site integer := nullif(current_setting('app.site_id', true), '')::integer;
begin
  if site is null then
    raise exception 'queue_job needs the transaction of a site' using errcode = '42501';
  end if;
  perform ${jobsSchemaName}.add_job(task, (payload || jsonb_build_object('site', site))::json, run_at => run_at);
end
$$;
revoke all on function public.queue_job(text, jsonb, timestamptz) from public;
grant execute on function public.queue_job(text, jsonb, timestamptz) to cuvee_app;

create or replace function public.queue_single_job(task text, run_at timestamptz)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  site integer := nullif(current_setting('app.site_id', true), '')::integer;
begin
  if site is null then
    raise exception 'queue_single_job needs the transaction of a site' using errcode = '42501';
  end if;
  perform ${jobsSchemaName}.add_job(task, json_build_object('site', site), run_at => run_at, job_key => task || ':' || site);
end
$$;
revoke all on function public.queue_single_job(text, timestamptz) from public;
grant execute on function public.queue_single_job(text, timestamptz) to cuvee_app;`;
