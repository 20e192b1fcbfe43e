import { sellsAlcohol } from '#server/api/catalogue/catalogue.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createMailTexts } from '#server/api/mail/mail-texts.ts';
import type { OutgoingMail } from '#server/api/mail/outgoing-mail.ts';
import { type MailBranding, readDefaultLang, readMailBranding } from '#server/api/site/site.ts';
import type { Lang } from '#shared/languages.ts';
import { type Localized, resolveLocalized } from '#shared/localized.ts';
import type { NewsletterContent } from '#shared/newsletter/newsletter-issue-input.ts';
import {
  buildNewsletterUnsubscriptionPath,
  newsletterUnsubscriptionPagePath,
} from '#shared/newsletter/unsubscription-path.ts';
import { readNewsletterLists } from '../newsletter-repository.ts';
import { toMailBlocks } from './to-mail-blocks.ts';

/** The content of an issue. The formatted texts of its blocks are sanitised. */
export type NewsletterIssueContent = Pick<NewsletterContent, 'subject' | 'preheader' | 'blocks'> & { listId: number };

interface NewsletterIssueRecipient {
  to: string;
  lang: Lang;
  /** The token of the subscription; null for a preview or test, which link to the form that ends subscriptions. */
  unsubscribeToken: string | null;
  /** Origin of links and pictures; by default the site's canonical origin in the language. */
  origin?: string;
}

/**
 * Creates the mail of an issue to one recipient. The warning about alcohol is part of it as soon as the estate sells
 * alcohol, because a newsletter of such an estate is advertising.
 */
export async function createNewsletterIssueMail(
  tx: SiteTx,
  { listId, subject, preheader, blocks }: NewsletterIssueContent,
  { to, lang, unsubscribeToken, origin }: NewsletterIssueRecipient,
): Promise<OutgoingMail> {
  const siteBranding = await readMailBranding(tx, lang);
  const branding = { ...siteBranding, origin: origin ?? siteBranding.origin };
  const defaultLang = await readDefaultLang(tx);
  const pickLanguage = (text: Localized) => resolveLocalized(text, lang, defaultLang);
  const list = (await readNewsletterLists(tx)).find(({ id }) => id === listId);
  return {
    kind: 'newsletter-issue',
    to,
    lang,
    subject: pickLanguage(subject),
    preheader: pickLanguage(preheader),
    blocks: await toMailBlocks(tx, blocks, { lang, branding, pickLanguage }),
    sellsAlcohol: await sellsAlcohol(tx),
    unsubscription: describeUnsubscription(branding, {
      lang,
      list: list ? pickLanguage(list.name) : '',
      unsubscribeToken,
    }),
  };
}

interface UnsubscriptionValues {
  lang: Lang;
  list: string;
  unsubscribeToken: string | null;
}

function describeUnsubscription(
  { name, timeZone, origin }: MailBranding,
  { lang, list, unsubscribeToken }: UnsubscriptionValues,
): NonNullable<OutgoingMail['unsubscription']> {
  const texts = createMailTexts(lang, timeZone);
  const path =
    unsubscribeToken === null ? newsletterUnsubscriptionPagePath : buildNewsletterUnsubscriptionPath(unsubscribeToken);
  return {
    reason: texts.t('newsletter.footer.reason', { estate: name, list }),
    label: texts.t('newsletter.footer.link'),
    url: `${origin}${path}`,
  };
}
