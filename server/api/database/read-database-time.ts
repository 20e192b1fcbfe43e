import { sql } from 'drizzle-orm';
import type { SiteTx } from './site-transaction.ts';

/** Reads the database's clock, which decides when jobs are due. The clocks of the servers may differ from it. */
export async function readDatabaseTime(tx: SiteTx): Promise<Date> {
  const { rows } = await tx.execute<{ now: string }>(
    sql`select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`,
  );
  return new Date(rows[0]?.now ?? Number.NaN);
}
