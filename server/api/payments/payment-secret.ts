import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { type ExternalAppSecretValues, readExternalAppSecretValues } from '#server/api/site/site.ts';

/**
 * Returns the name of the external application that holds an estate's keys at a provider: `FAKE_PAY` for `fake-pay`.
 */
const secretAppOf = (providerId: string): string => providerId.toUpperCase().replaceAll('-', '_');

/** @returns Null if no keys of the estate are stored. */
export const readPaymentSecret = (tx: SiteTx, providerId: string): Promise<ExternalAppSecretValues | null> =>
  readExternalAppSecretValues(tx, secretAppOf(providerId));
