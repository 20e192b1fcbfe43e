import type pg from 'pg';

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

/** Returns connection settings without time limits, because a backup of many sites takes long. */
export const toBackupConnectionConfig = (connection: pg.ClientConfig): pg.ClientConfig => ({
  ...connection,
  application_name: 'cuvee backup',
  statement_timeout: 0,
  idle_in_transaction_session_timeout: 0,
});

/** Quotes SQL identifiers and joins them with commas. */
export const quoteSqlIdentifiers = (client: pg.ClientBase, names: readonly string[]): string =>
  names.map((name) => client.escapeIdentifier(name)).join(', ');
