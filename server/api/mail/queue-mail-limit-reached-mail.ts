import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { Lang } from '#shared/languages.ts';
import { createMailTexts } from './mail-texts.ts';
import { queueMail } from './queue-mail.ts';

/**
 * Queues the mail that informs an estate that the limit of its mails is reached and that further messages or
 * registrations of this hour are stored without a mail.
 */
export async function queueMailLimitReachedMail(
  tx: SiteTx,
  source: 'forms' | 'registrations',
  { lang, timeZone }: { lang: Lang; timeZone: string },
): Promise<void> {
  const { t } = createMailTexts(lang, timeZone);
  await queueMail(tx, {
    kind: `${source}-overflow`,
    to: 'estate',
    lang,
    subject: t(`overflow.${source}.subject`),
    blocks: [{ kind: 'text', text: t(`overflow.${source}.text`) }],
  });
}
