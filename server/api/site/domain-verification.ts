import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import type { DnsTxtRecord } from '#shared/response-envelope.ts';

const recordLabel = '_cuvee-verification';
const tokenLength = 32;

/**
 * Computes the TXT record that an estate has to publish to prove that it controls a domain. The record's value depends
 * on the site and the domain, so that no other site can use the record, and stays the same until the site is erased.
 * The value is not a secret, because everyone can read the DNS: it proves control of the domain to this installation
 * only.
 */
export function computeDomainVerificationRecord(key: string, domain: string): DnsTxtRecord {
  const signature = createHmac('sha256', key).update(`domain-verification:${domain}`).digest('base64url');
  return {
    name: `${recordLabel}.${domain}`,
    value: `cuvee-site-verification=${signature.slice(0, tokenLength)}`,
  };
}

/**
 * Checks whether the TXT records contain the described record.
 * @param texts The TXT records under its name.
 */
export const matchesDomainVerificationRecord = ({ value }: DnsTxtRecord, texts: readonly string[]): boolean =>
  texts.some((text) => trimText(text) === value);

/**
 * Removes white space and quotation marks around a text. Some registrars store the quotation marks that users copy from
 * instructions.
 */
const trimText = (text: string): string => text.trim().replace(/^"(.*)"$/, '$1');

/** @throws Error if there is no such site. */
export async function readVerificationKey(tx: SiteTx, siteId: number): Promise<string> {
  const [site] = await tx.select({ key: sites.domainVerificationKey }).from(sites).where(eq(sites.id, siteId));
  if (!site) throw new Error(`site ${siteId} does not exist`);
  return site.key;
}
