import { sql } from 'drizzle-orm';
import { allowsHeldReads, heldRead } from '#server/api/changes/held-reads.ts';
import { preparedRead } from '#server/api/database/prepared-read.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { ParameterKey, Parameters } from '#shared/site/parameter-definitions.ts';
import { readStoredParameter } from '#shared/site/parameter-input.ts';
import { parameters } from './site-tables.ts';

/**
 * Reads one parameter of the site. A stored value that is refused now is replaced (`readStoredParameter`).
 * @returns Undefined if the site has not set it.
 */
export async function readParameter<T extends ParameterKey>(tx: SiteTx, key: T): Promise<Parameters[T] | undefined> {
  return (await readParametersWithKeys(tx, [key]))[key];
}

const valuesOf = preparedRead<Pick<typeof parameters.$inferSelect, 'type' | 'value'>[], { keys: readonly string[] }>(
  (db) =>
    db
      .select({ type: parameters.type, value: parameters.value })
      .from(parameters)
      .where(sql`${parameters.type} = any(${sql.placeholder('keys')}::text[])`),
);

/**
 * Reads several parameters of the site.
 * @returns Those that the site has set.
 */
export async function readParametersWithKeys<T extends ParameterKey>(
  tx: SiteTx,
  keys: readonly T[],
): Promise<Pick<Parameters, T>> {
  if (allowsHeldReads(tx)) {
    const values = await heldParameters(tx);
    return Object.fromEntries(keys.flatMap((key) => (values.has(key) ? [[key, values.get(key)]] : []))) as Pick<
      Parameters,
      T
    >;
  }
  const rows = await valuesOf(tx, { keys });
  return Object.fromEntries(rows.map(({ type, value }) => [type, readStoredParameter(type, value)])) as Pick<
    Parameters,
    T
  >;
}

const allValues = preparedRead((db) => db.select({ type: parameters.type, value: parameters.value }).from(parameters));

const heldParameters = heldRead(
  'parameters',
  async (tx) => new Map((await allValues(tx)).map(({ type, value }) => [type, readStoredParameter(type, value)])),
);
