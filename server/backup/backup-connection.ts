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
