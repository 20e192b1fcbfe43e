import type pg from 'pg';

/**
 * Forces row-level security, also for the tables' owner, on `sites` and every table with a `site_id`. Only then is
 * `cuvee_app` granted access to the table, so that it cannot read an unprotected table at all. The function is
 * idempotent and runs after migrations.
 */
export async function enforceRowLevelSecurity(client: pg.ClientBase): Promise<void> {
  await client.query(protection);
}

const ownSite = (column: string) => `${column} = nullif(current_setting('app.site_id', true), '')::integer`;

const protection = `
do $$
declare
  protected regclass;
begin
  -- Since PostgreSQL 16, having created the role is not enough to SET ROLE to it.
  begin
    set local role cuvee_app;
    reset role;
  exception when insufficient_privilege then
    execute format('grant cuvee_app to %I', current_user);
  end;
  grant usage on schema public to cuvee_app;

  for protected in
    select c.oid from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and (c.relname = 'sites' or exists (
             select from pg_attribute a where a.attrelid = c.oid and a.attname = 'site_id' and not a.attisdropped))
       and not (c.relrowsecurity and c.relforcerowsecurity
                and exists (select from pg_policy p where p.polrelid = c.oid))
  loop
    execute format('alter table %s enable row level security, force row level security', protected);
    if protected = 'public.sites'::regclass then
      -- Every site may list the sites, but only change itself.
      create policy all_known on sites for select using (true);
      create policy own_new on sites for insert with check (${ownSite('id')});
      create policy own_change on sites for update using (${ownSite('id')});
      grant select, insert, update on sites to cuvee_app;
    else
      execute format('create policy own_site on %s using (${ownSite('site_id').replaceAll("'", "''")})', protected);
      execute format('grant select, insert, update, delete on %s to cuvee_app', protected);
    end if;
  end loop;
end
$$`;
