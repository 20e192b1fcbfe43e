import { eq } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { externalAppSecrets } from './site-tables.ts';

/** The values that the estate must not reveal, such as API keys. No response contains them. */
export type ExternalAppSecretValues = Readonly<Record<string, unknown>>;

/**
 * Reads the secret of an external application. No other function reads such secrets.
 * @returns Null if the estate has none for the application.
 */
export async function readExternalAppSecretValues(tx: SiteTx, app: string): Promise<ExternalAppSecretValues | null> {
  const [row] = await tx
    .select({ config: externalAppSecrets.config })
    .from(externalAppSecrets)
    .where(eq(externalAppSecrets.app, app));
  return row?.config ?? null;
}
