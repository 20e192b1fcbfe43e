import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { type ExternalAppSecret, readExternalAppSecret } from '#server/api/site/site.ts';

/** The external application that holds an estate's keys at a provider: `FAKE_PAY` for the provider `fake-pay`. */
const secretAppOf = (providerId: string): string => providerId.toUpperCase().replaceAll('-', '_');

/** @returns null if the estate has no account at the provider. */
export const readPaymentSecret = (tx: SiteTx, providerId: string): Promise<ExternalAppSecret | null> =>
  readExternalAppSecret(tx, secretAppOf(providerId));
