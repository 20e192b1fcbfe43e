import { eq } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import type { Lang } from '#shared/languages.ts';

/** Reads the default language of the site, in which mails to the estate are written. */
export async function readDefaultLang(tx: SiteTx): Promise<Lang> {
  const [site] = await tx.select({ defaultLang: sites.defaultLang }).from(sites).where(eq(sites.id, tx.siteId));
  if (!site) throw new Error(`there is no site ${tx.siteId}`);
  return site.defaultLang;
}
