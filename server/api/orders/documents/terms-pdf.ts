import { eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createMailTexts } from '#server/api/mail/mail-content.ts';
import { termsVersions } from '#server/api/orders/orders-tables.ts';
import type { HtmlPdfInput } from '#server/api/pdf/render-html-pdf.ts';
import { createPdfWorkerFunction } from '#server/api/pdf/worker-pool.ts';
import { fillLegalTextFromParameters, readMailBranding } from '#server/api/site/site.ts';
import { getLocale } from '#shared/languages.ts';
import { resolveLocalized } from '#shared/localized.ts';

/** Cache of recently rendered terms of sale, because all orders under the same terms share the same PDF. */
const cache = new LRUCache<string, Promise<Buffer>>({ max: 200 });

const renderHtmlPdf = createPdfWorkerFunction<HtmlPdfInput, Uint8Array>(
  new URL('../../pdf/render-html-pdf.ts', import.meta.url),
  'renderHtmlPdf',
);

/** @param version The key of a row in `terms_versions`. */
export async function attachTermsPdf(tx: SiteTx, version: string): Promise<{ content: Buffer; contentType: string }> {
  const [terms] = await tx.select().from(termsVersions).where(eq(termsVersions.version, version));
  if (!terms) throw new Error(`unknown version of the terms of sale: ${version}`);
  const { name, timeZone } = await readMailBranding(tx, terms.lang);
  const { t, date } = createMailTexts(terms.lang, timeZone);
  const since = date(terms.firstAcceptedAt.toISOString());
  // Fills placeholders, because earlier releases stored accepted terms without filling them.
  const html = await fillLegalTextFromParameters(tx, terms.html, (text) =>
    resolveLocalized(text, terms.lang, terms.lang),
  );
  // The cache key contains everything that the PDF shows, because an estate may change its name.
  const filled = html === terms.html ? null : html;
  const key = JSON.stringify([tx.siteId, version, terms.lang, name, since, terms.firstAcceptedAt, filled]);
  const pdf =
    cache.get(key) ??
    renderHtmlPdf({
      html,
      metadata: {
        title: t('terms.title'),
        author: name,
        lang: getLocale(terms.lang),
        date: terms.firstAcceptedAt,
        footer: [
          t('terms.foot', { estate: name, date: since }),
          `${t('terms.version', { version: version.slice(0, 12) })} – ${t('terms.page')}`,
        ].join('\n'),
      },
    }).then((bytes) => Buffer.from(bytes));
  cache.set(key, pdf);
  pdf.catch(() => cache.delete(key));
  return { content: await pdf, contentType: 'application/pdf' };
}
