import pg from 'pg';
import { openEmbeddedPostgresAsSuperuser } from '#server/embedded-postgres/embedded-postgres.ts';
import { firstGeneratedSiteId, getGeneratedSiteHost, templateSiteId } from './write-sites.ts';

/** Tables that are not copied: the records of imports, and the visitors of the current day with their salts. */
const excludedTables = new Set(['import_rows', 'visits', 'visit_salts']);

interface Column {
  table: string;
  column: string;
}

/**
 * Copies the rows of the template site to `count` new sites, because ten thousand imports would take hours. Foreign
 * keys are not checked while copying, for which the superuser of the embedded database is needed.
 */
export async function cloneSites(dataDir: string, count: number): Promise<void> {
  const postgres = await openEmbeddedPostgresAsSuperuser(dataDir, { clientKind: 'command' });
  const client = new pg.Client(postgres.connection);
  try {
    await client.connect();
    const columns = await readColumns(client);
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await insertSites(client, count);
    for (const [table, names] of columns) {
      if (!excludedTables.has(table)) await copyRows(client, { table, names, count });
    }
    await client.query('commit');
    await client.query('vacuum analyze');
  } finally {
    await client.end();
    await postgres.close();
  }
}

/** Makes the first `count` copies active, and removes all others without a notification. */
export async function showClonedSites(dataDir: string, count: number): Promise<void> {
  const postgres = await openEmbeddedPostgresAsSuperuser(dataDir, { clientKind: 'command' });
  const client = new pg.Client(postgres.connection);
  try {
    await client.connect();
    await client.query(
      'update sites set removed_at = case when id < $1::integer + $2::integer then null else now() end where id >= $1',
      [firstGeneratedSiteId, count],
    );
  } finally {
    await client.end();
    await postgres.close();
  }
}

/** Reads the writable columns, except `site_id`, of each table that has a `site_id`. */
async function readColumns(client: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<Column>(
    `select c.table_name as table, c.column_name as column
       from information_schema.columns c
      where c.table_schema = 'public' and c.is_generated = 'NEVER' and c.is_identity = 'NO'
        and c.column_name <> 'site_id'
        and exists (select from information_schema.columns s join information_schema.tables t using (table_schema, table_name)
                     where s.table_schema = 'public' and s.table_name = c.table_name and s.column_name = 'site_id'
                       and t.table_type = 'BASE TABLE')
      order by c.table_name, c.ordinal_position`,
  );
  const tables = Map.groupBy(rows, ({ table }) => table);
  return new Map([...tables].map(([table, columns]) => [table, columns.map(({ column }) => column)]));
}

const idRange = (count: number): number[] => [firstGeneratedSiteId, firstGeneratedSiteId + count - 1, templateSiteId];

async function insertSites(client: pg.Client, count: number): Promise<void> {
  const hostPattern = getGeneratedSiteHost(0).replace('0', '#');
  await client.query(
    `insert into sites (id, name, hosts, origins, languages, default_lang, time_zone)
     select n, 'Estate ' || n, jsonb_build_array(jsonb_build_object('name', replace($4, '#', n::text), 'lang', default_lang)),
            jsonb_build_object(default_lang, 'https://' || replace($4, '#', n::text)), languages, default_lang, time_zone
       from sites, generate_series($1::integer, $2::integer) n where id = $3`,
    [...idRange(count), hostPattern],
  );
}

interface TableCopy {
  table: string;
  names: readonly string[];
  count: number;
}

async function copyRows(client: pg.Client, { table, names, count }: TableCopy): Promise<void> {
  const columns = names.map((name) => `"${name}"`).join(', ');
  await client.query(
    `insert into "${table}" (site_id, ${columns})
     select n, ${columns} from "${table}", generate_series($1::integer, $2::integer) n where site_id = $3`,
    idRange(count),
  );
}
