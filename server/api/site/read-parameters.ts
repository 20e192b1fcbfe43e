import { eq, inArray } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { ParameterKey, Parameters } from '#shared/site/parameter-kinds.ts';
import { parameters } from './site-tables.ts';

/**
 * Reads one parameter of the site.
 * @returns Undefined if the site has not set it.
 */
export async function readParameter<T extends ParameterKey>(tx: SiteTx, key: T): Promise<Parameters[T] | undefined> {
  const [row] = await tx.select({ value: parameters.value }).from(parameters).where(eq(parameters.type, key));
  return row?.value as Parameters[T] | undefined;
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
  return Object.fromEntries(rows.map(({ key, value }) => [key, value])) as Pick<Parameters, T>;
}
