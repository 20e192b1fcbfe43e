import { eq } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { mailTexts } from '#server/api/jobs/mail-texts.ts';
import { readLetterhead } from '#server/api/site/site.ts';
import { webLanguage } from '#shared/languages.ts';
import { htmlBlocks } from './html-blocks.ts';
import { layOutPdf } from './lay-out-pdf.ts';
import { termsVersions } from './order-tables.ts';

/** The terms of sale that somebody accepted, as a file for the mail: by `version`, as `terms_versions` has it. */
export async function termsPdf(tx: SiteTx, version: string): Promise<{ content: Buffer; contentType: string }> {
  const [terms] = await tx.select().from(termsVersions).where(eq(termsVersions.version, version));
  if (!terms) throw new Error('there is no such version of the terms of sale');
  const { name, timeZone } = await readLetterhead(tx, terms.lang);
  const { t, date } = mailTexts(terms.lang, timeZone);
  const since = date(terms.firstAcceptedAt.toISOString());
  const content = await layOutPdf(htmlBlocks(terms.html), {
    title: t('terms.title'),
    author: name,
    lang: webLanguage[terms.lang],
    date: terms.firstAcceptedAt,
    foot: (page, pages) =>
      [
        t('terms.foot', { estate: name, date: since }),
        `${t('terms.version', { version: version.slice(0, 12) })} – ${t('terms.page', { page, pages })}`,
      ].join('\n'),
  });
  return { content, contentType: 'application/pdf' };
}
