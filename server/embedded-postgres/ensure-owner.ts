import pg from 'pg';

/** Name of the role that owns everything in the embedded database. Cuvée connects as this role. */
const owner = 'cuvee_owner';

/**
 * Creates the role that owns the embedded database, if it does not exist. The role is not a superuser, so forced
 * row-level security applies to it as on a separate database. Objects that an older version created as superuser are
 * transferred to it.
 * @param connection Connection settings of the superuser.
 * @returns Connection settings of the owner.
 */
export async function ensureOwner(connection: pg.ClientConfig): Promise<pg.ClientConfig> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(transferOwnership);
  } finally {
    await client.end();
  }
  return { ...connection, user: owner };
}

/**
 * Key of the advisory lock that serialises the transfer of ownership, because commands may start while a server starts.
 */
const ownerLock = 7_302_405;

const schemas = `('public', 'drizzle', 'graphile_worker')`;

/**
 * Returns an SQL condition that excludes objects with a dependency of one of these types (`pg_depend.deptype`): objects
 * of extensions (`e`) stay with the extension, and sequences of columns (`a`, `i`) follow their table.
 */
const isIndependent = (oid: string, types: string) =>
  `not exists (select from pg_depend d where d.objid = ${oid} and d.deptype in (${types}))`;

const statements = `
  select 1 as position, format('alter schema %I owner to ${owner}', nspname) as statement
    from pg_namespace where nspname in ${schemas} and nspowner <> '${owner}'::regrole
  union all
  select case relkind when 'S' then 3 else 2 end, format('alter table %s owner to ${owner}', c.oid::regclass)
    from pg_class c join pg_namespace n on n.oid = relnamespace
   where nspname in ${schemas} and relkind in ('r', 'p', 'v', 'm', 'S') and relowner <> '${owner}'::regrole
     and ${isIndependent('c.oid', `'a', 'i', 'e'`)}
  union all
  select 4, format('alter routine %s owner to ${owner}', p.oid::regprocedure)
    from pg_proc p join pg_namespace n on n.oid = pronamespace
   where nspname in ${schemas} and proowner <> '${owner}'::regrole and ${isIndependent('p.oid', `'e'`)}
  union all
  select 5, format('alter type %s owner to ${owner}', t.oid::regtype)
    from pg_type t join pg_namespace n on n.oid = typnamespace left join pg_class c on c.oid = typrelid
   where nspname in ${schemas} and (typtype in ('e', 'd') or c.relkind = 'c') and typowner <> '${owner}'::regrole
     and ${isIndependent('t.oid', `'e'`)}
   order by position`;

const transferOwnership = `
do $$
declare
  statement text;
begin
  perform pg_advisory_xact_lock(${ownerLock});
  if not exists (select from pg_roles where rolname = '${owner}') then
    create role ${owner} login createrole;
  end if;
  if exists (select from pg_roles where rolname = 'cuvee_app') then
    grant cuvee_app to ${owner} with admin option;
  end if;
  if not exists (select from pg_database where datname = current_database() and datdba = '${owner}'::regrole) then
    execute format('alter database %I owner to ${owner}', current_database());
  end if;
  for statement in select s.statement from (${statements}) s loop
    execute statement;
  end loop;
end
$$`;
