import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { columnCasing } from './connect.ts';
import { clientOf, type SiteTx } from './site-transaction.ts';

interface BuiltQuery<Rows> {
  prepare(name: string): { execute(values?: Record<string, unknown>): Promise<Rows> };
}

/**
 * Creates a function that runs a query of drizzle. The query is built once, when it is used for the first time: to build
 * one takes more time than to send it and to read its rows. Its values are those of `sql.placeholder`.
 */
export function preparedRead<Rows, Values extends Record<string, unknown> = Record<string, never>>(
  build: (db: Pick<NodePgDatabase, 'select'>) => BuiltQuery<Rows>,
): (tx: SiteTx, ...values: Values extends Record<string, never> ? [] : [Values]) => Promise<Rows> {
  let prepared: ReturnType<BuiltQuery<Rows>['prepare']> | undefined;
  return (tx, values?: Values) => {
    prepared ??= build(drizzle.mock({ casing: columnCasing })).prepare('');
    // A prepared query of drizzle belongs to a connection. This one gets the connection of the transaction for each run.
    const query = Object.create(prepared, { client: { value: clientOf(tx) } }) as typeof prepared;
    return query.execute(values);
  };
}
