import { eq } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { Parameters, ParameterType } from '#shared/site/parameter-types.ts';
import { parameters } from './site-tables.ts';

/** One of the site's parameters, as other domains read it; undefined where the site has not set it. */
export async function readParameter<T extends ParameterType>(tx: SiteTx, type: T): Promise<Parameters[T] | undefined> {
  const [row] = await tx.select({ value: parameters.value }).from(parameters).where(eq(parameters.type, type));
  return row?.value as Parameters[T] | undefined;
}
