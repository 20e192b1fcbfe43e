import { eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { mailTexts } from '#server/api/mail/mail-texts.ts';
import { termsVersions } from '#server/api/orders/orders-tables.ts';
import { parseHtmlBlocks } from '#server/api/pdf/html-blocks.ts';
import { renderPdf } from '#server/api/pdf/lay-out-pdf.ts';
import { readMailBranding } from '#server/api/site/site.ts';
import { localeOf } from '#shared/languages.ts';

/**
 * Files that were made lately: laying one out keeps the process from anything else for as long as placing several orders
 * takes, and every order of an estate carries the same one.
 */
const made = new LRUCache<string, Promise<Buffer>>({ max: 200 });

/** The terms of sale that somebody accepted, as a file for the mail: by `version`, as `terms_versions` has it. */
export async function termsPdf(tx: SiteTx, version: string): Promise<{ content: Buffer; contentType: string }> {
  const [terms] = await tx.select().from(termsVersions).where(eq(termsVersions.version, version));
  if (!terms) throw new Error('there is no such version of the terms of sale');
  const { name, timeZone } = await readMailBranding(tx, terms.lang);
  const { t, date } = mailTexts(terms.lang, timeZone);
  const since = date(terms.firstAcceptedAt.toISOString());
  // All that is written in it: an estate may change its name.
  const key = JSON.stringify([tx.siteId, version, terms.lang, name, since, terms.firstAcceptedAt]);
  const making =
    made.get(key) ??
    renderPdf(parseHtmlBlocks(terms.html), {
      title: t('terms.title'),
      author: name,
      lang: localeOf(terms.lang),
      date: terms.firstAcceptedAt,
      footer: (page, pages) =>
        [
          t('terms.foot', { estate: name, date: since }),
          `${t('terms.version', { version: version.slice(0, 12) })} – ${t('terms.page', { page, pages })}`,
        ].join('\n'),
    });
  made.set(key, making);
  making.catch(() => made.delete(key));
  return { content: await making, contentType: 'application/pdf' };
}
