import { eq } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { type Localized, resolveLocalized } from '#shared/localized.ts';
import { type RefusedOutcome, refuse } from '#shared/outcome.ts';

const maxNames = 5;

/**
 * Refuses an edit because other items use what it removes, and names them in the site's default language.
 * @param refusal A refusal whose message has the placeholder `items`.
 */
export async function createStillUsedRefusal<Refusal extends string>(
  tx: SiteTx,
  refusal: Refusal,
  names: readonly Localized[],
): Promise<RefusedOutcome<Refusal>> {
  const [site] = await tx.select({ lang: sites.defaultLang }).from(sites).where(eq(sites.id, tx.siteId));
  if (!site) throw new Error(`there is no site ${tx.siteId}`);
  const shown = names.slice(0, maxNames).map((name) => resolveLocalized(name, site.lang, site.lang));
  return refuse(refusal, { values: { items: names.length > maxNames ? `${shown.join(', ')}, …` : shown.join(', ') } });
}
