import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createMailTexts, type MailBlock, type MailContent, type MailTextKey } from '#server/api/mail/mail-content.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { readMailBranding } from '#server/api/site/site.ts';
import type { Lang } from '#shared/languages.ts';
import {
  buildNewsletterUnsubscriptionPath,
  newsletterUnsubscriptionPagePath,
} from '#shared/newsletter/unsubscription-path.ts';

export interface NewsletterMailContext {
  lang: Lang;
  /** Scheme and host of the links in the mail; by default the site's canonical origin in the mail's language. */
  origin?: string | undefined;
}

/** Creates functions for the blocks of one kind of mail: `translate('link')` is the text `newsletter.<kind>.link`. */
async function createMailBuilder(tx: SiteTx, { lang, origin }: NewsletterMailContext, kind: string) {
  const branding = await readMailBranding(tx, lang);
  const texts = createMailTexts(lang, branding.timeZone);
  const translate = (key: string, values: Readonly<Record<string, string>> = {}): string =>
    texts.t(`newsletter.${kind}.${key}` as MailTextKey, { estate: branding.name, ...values });
  const text = (key: string, values?: Readonly<Record<string, string>>): MailBlock => ({
    kind: 'text',
    text: translate(key, values),
  });
  const note = (key: string): MailBlock => ({ kind: 'note', text: translate(key) });
  const link = (key: string, path: string): MailBlock => ({
    kind: 'link',
    label: translate(key),
    href: `${origin ?? branding.origin}${path}`,
  });
  const greeting: MailBlock = { kind: 'text', text: texts.t('accounts.hello-stranger') };
  return { translate, text, note, link, greeting, origin: origin ?? branding.origin };
}

interface LinkMailInput {
  email: string;
  lists: readonly string[];
  token: string;
}

/**
 * Queues the mail with the confirmation link. The email address may not be verified yet, so the mail contains no text
 * that the caller has typed. `lists` are newsletter names that the estate has chosen.
 */
export async function queueConfirmationMail(
  tx: SiteTx,
  sender: NewsletterMailContext,
  { email, lists, token }: LinkMailInput,
): Promise<void> {
  const { translate, text, note, link, greeting, origin } = await createMailBuilder(tx, sender, 'confirmation');
  await queueMail(tx, {
    kind: 'newsletter-confirmation',
    to: email,
    lang: sender.lang,
    origin,
    subject: translate('subject'),
    isSecret: true,
    blocks: [
      greeting,
      text('text'),
      { kind: 'text', text: lists.join('\n') },
      link('link', `/newsletter/confirm/${token}`),
      text('life'),
      note('stranger'),
      text('leave'),
      link('leave-link', newsletterUnsubscriptionPagePath),
    ],
  });
}

/**
 * Queues the mail with the link that ends all newsletter subscriptions. The caller checks that the address is
 * subscribed.
 */
export async function queueUnsubscribeLinkMail(
  tx: SiteTx,
  sender: NewsletterMailContext,
  { email, lists, token }: LinkMailInput,
): Promise<void> {
  const { translate, text, note, link, greeting, origin } = await createMailBuilder(tx, sender, 'unsubscription');
  await queueMail(tx, {
    kind: 'newsletter-unsubscription',
    to: email,
    lang: sender.lang,
    origin,
    subject: translate('subject'),
    isSecret: true,
    blocks: [
      greeting,
      text('text'),
      { kind: 'text', text: lists.join('\n') },
      link('link', buildNewsletterUnsubscriptionPath(token)),
      text('life'),
      note('stranger'),
    ],
  });
}

interface NewsletterRecipient {
  email: string;
  unsubscribeToken: string;
  /** Name of the newsletter in the language of the mail. */
  list: string;
}

type NewsletterMail = Pick<MailContent, 'kind' | 'subject' | 'blocks' | 'sellsAlcohol'>;

/**
 * Queues a mail of a newsletter to one subscriber. It ends with a link that unsubscribes from this newsletter, and has
 * the headers with which mail programs offer the same with one click (RFC 8058).
 */
async function queueSubscriberMail(
  tx: SiteTx,
  sender: NewsletterMailContext,
  { email, unsubscribeToken, list }: NewsletterRecipient,
  { blocks, ...mail }: NewsletterMail,
): Promise<void> {
  const { text, link, origin } = await createMailBuilder(tx, sender, 'footer');
  const path = buildNewsletterUnsubscriptionPath(unsubscribeToken);
  await queueMail(tx, {
    ...mail,
    to: email,
    lang: sender.lang,
    origin,
    isSecret: true,
    unsubscribeUrl: `${origin}${path}`,
    blocks: [...blocks, text('reason', { list }), link('link', path)],
  });
}

/**
 * Queues the welcome mail, which names the newsletter to a new subscriber. It is the newsletter's first mail to the
 * subscriber.
 */
export async function queueWelcomeMail(
  tx: SiteTx,
  sender: NewsletterMailContext,
  recipient: NewsletterRecipient,
): Promise<void> {
  const { list } = recipient;
  const { translate, text, greeting } = await createMailBuilder(tx, sender, 'welcome');
  await queueSubscriberMail(tx, sender, recipient, {
    kind: 'newsletter-welcome',
    subject: translate('subject', { list }),
    blocks: [greeting, text('text', { list })],
  });
}
