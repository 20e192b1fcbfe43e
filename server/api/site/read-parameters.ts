import { inArray } from 'drizzle-orm';
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

/**
 * Reads several parameters of the site.
 * @returns Those that the site has set.
 */
export async function readParametersWithKeys<T extends ParameterKey>(
  tx: SiteTx,
  keys: readonly T[],
): Promise<Pick<Parameters, T>> {
  const rows = await tx
    .select({ key: parameters.type, value: parameters.value })
    .from(parameters)
    .where(inArray(parameters.type, [...keys]));
  return Object.fromEntries(rows.map(({ key, value }) => [key, readStoredParameter(key, value)])) as Pick<
    Parameters,
    T
  >;
}
