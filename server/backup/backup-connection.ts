import pg from 'pg';
import { setTimeLimits, toApplicationName } from '#server/api/database/connect.ts';

/**
 * Limits the rest of the transaction to the rows of one site. With null the transaction regains the rights of the
 * database's owner.
 */
export async function limitTransactionToSite(client: pg.ClientBase, siteId: number | null): Promise<void> {
  await client.query(`select set_config('role', $1, true), set_config('app.site_id', $2, true)`, [
    siteId === null ? 'none' : 'cuvee_app',
    siteId === null ? '' : String(siteId),
  ]);
}

/** Opens a session without time limits, because a backup of many sites takes long. */
export async function connectForBackup(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: toApplicationName('backup') });
  await client.connect();
  await setTimeLimits(client, 0, 0);
  return client;
}

export const quoteSqlIdentifiers = (client: pg.ClientBase, names: readonly string[]): string =>
  names.map((name) => client.escapeIdentifier(name)).join(', ');

/**
 * A table with rows of sites. It is read from the database's catalogue, because the schema may be of another version
 * than the code.
 */
export interface TableWithSiteRows {
  name: string;
  /** Names of the columns, except generated ones, which the database computes. */
  columns: string[];
  siteColumn: string;
}

const tableQuery = `
  select c.relname as name,
         case when c.relname = 'sites' then 'id' else 'site_id' end as "siteColumn",
         array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
   group by c.oid
  having c.relname = 'sites' or bool_or(a.attname = 'site_id')
   order by c.relname`;

const referenceQuery = `
  select distinct conrelid::regclass::text as "from", confrelid::regclass::text as "to"
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`;

/** Reads the tables with rows of sites, referenced tables before those that refer to them. */
export async function readTablesWithSiteRows(client: pg.ClientBase): Promise<TableWithSiteRows[]> {
  const { rows: tables } = await client.query<TableWithSiteRows>(tableQuery);
  const { rows: references } = await client.query<{ from: string; to: string }>(referenceQuery);
  const sorted: TableWithSiteRows[] = [];
  let remaining = tables;
  while (remaining.length > 0) {
    const isBlocked = ({ name }: TableWithSiteRows) =>
      references.some(({ from, to }) => from === name && remaining.some((table) => table.name === to));
    const next = remaining.filter((table) => !isBlocked(table));
    if (next.length === 0) throw new Error(`tables reference each other: ${remaining.map(({ name }) => name)}`);
    for (const each of next) sorted.push(each);
    remaining = remaining.filter((table) => !next.includes(table));
  }
  return sorted;
}
