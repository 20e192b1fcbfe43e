import { openDatabase } from '#server/api/open-database.ts';
import { firstId, generatedHost, templateId } from './write-sites.ts';

/** Tables whose rows say what an import did, or who came by: a clone begins without. */
const notCloned = new Set(['import_rows', 'visits', 'visit_salts']);

interface Column {
  table: string;
  column: string;
}

/**
 * Makes `count` sites out of the template's rows, by statements rather than by imports: ten thousand imports would take
 * hours. Foreign keys are not looked at meanwhile, as what is copied is whole; that takes the embedded database's owner.
 */
export async function cloneSites(dataDir: string, count: number): Promise<void> {
  const database = await openDatabase({ databaseUrl: null, dataDir }, { tenant: 'command', poolSize: 2 });
  const client = await database.db.$client.connect();
  try {
    await client.query('set statement_timeout = 0');
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
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    const range = [firstId, firstId + count - 1, templateId];
    await client.query(
      `insert into sites (id, name, hosts, origins, languages, default_lang, time_zone)
       select n, 'Estate ' || n, jsonb_build_array(jsonb_build_object('name', replace($4, '#', n::text), 'lang', default_lang)),
              jsonb_build_object(default_lang, 'https://' || replace($4, '#', n::text)), languages, default_lang, time_zone
         from sites, generate_series($1::integer, $2::integer) n where id = $3`,
      [...range, generatedHost(0).replace('0', '#')],
    );
    for (const [table, columns] of tables) {
      if (notCloned.has(table)) continue;
      const names = columns.map(({ column }) => `"${column}"`).join(', ');
      await client.query(
        `insert into "${table}" (site_id, ${names})
         select n, ${names} from "${table}", generate_series($1::integer, $2::integer) n where site_id = $3`,
        range,
      );
    }
    await client.query('commit');
    await client.query('vacuum analyze');
  } finally {
    client.release(true);
    await database.close();
  }
}
