import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { type MailText, mailTexts } from '#server/api/mail/mail-texts.ts';
import type { MailBlock } from '#server/api/mail/outgoing-mail.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import type { TextValues } from '#shared/texts.ts';
import type { AccountsContext } from './accounts-context.ts';

/** Whom a mail is for, as far as it has been shown. */
interface Customer {
  email: string;
  firstname: string;
}

type Sender = Pick<AccountsContext, 'site' | 'lang' | 'origin'>;

const moment: Intl.DateTimeFormatOptions = { dateStyle: 'long', timeStyle: 'short' };

/** The words of one mail: `say('link')` is `accounts.<kind>.link`. */
function createMailBuilder({ site, lang }: Sender, kind: string) {
  const texts = mailTexts(lang, site.timeZone);
  const translate = (key: string, values: TextValues = {}): string =>
    texts.t(`accounts.${kind}.${key}` as MailText, { estate: site.name, ...values });
  const text = (key: string, values?: TextValues): MailBlock => ({ kind: 'text', text: translate(key, values) });
  const note = (key: string): MailBlock => ({ kind: 'note', text: translate(key) });
  const link = (key: string, href: string): MailBlock => ({ kind: 'link', label: translate(key), href });
  const hello = (firstname: string): MailBlock => ({
    kind: 'text',
    text: firstname ? texts.t('accounts.hello', { firstname }) : texts.t('accounts.hello-stranger'),
  });
  const at = (instant: Date) => texts.date(instant.toISOString(), moment);
  return { translate, text, note, link, hello, at };
}

/**
 * To an address that nobody has shown to be theirs yet: it repeats nothing that was typed, or the estate could be made
 * to send anybody's words to anybody.
 */
export function queueActivationMail(tx: SiteTx, sender: Sender, email: string, token: string) {
  const { translate, text, note, link, hello } = createMailBuilder(sender, 'activate');
  return queueMail(tx, {
    kind: 'account-activation',
    to: email,
    lang: sender.lang,
    origin: sender.origin,
    subject: translate('subject'),
    isSecret: true,
    blocks: [
      hello(''),
      text('text'),
      link('link', `${sender.origin}/auth/activate/${token}`),
      text('life'),
      note('stranger'),
    ],
  });
}

/** Instead of an activation, to whoever has an account: what the caller is told is the same. */
export function queueAccountExistsMail(tx: SiteTx, sender: Sender, { email, firstname }: Customer) {
  const { translate, text, note, link, hello } = createMailBuilder(sender, 'exists');
  return queueMail(tx, {
    kind: 'account-exists',
    to: email,
    lang: sender.lang,
    origin: sender.origin,
    subject: translate('subject'),
    blocks: [
      hello(firstname),
      text('text'),
      link('log-in', `${sender.origin}/auth`),
      text('forgotten'),
      link('reset', `${sender.origin}/password/reset/ask`),
      note('stranger'),
    ],
  });
}

export function queuePasswordResetMail(tx: SiteTx, sender: Sender, { email, firstname }: Customer, token: string) {
  const { translate, text, note, link, hello } = createMailBuilder(sender, 'reset');
  return queueMail(tx, {
    kind: 'password-reset',
    to: email,
    lang: sender.lang,
    origin: sender.origin,
    subject: translate('subject'),
    isSecret: true,
    blocks: [
      hello(firstname),
      text('text'),
      link('link', `${sender.origin}/password/reset/${token}`),
      text('life'),
      note('stranger'),
    ],
  });
}

export function queuePasswordChangedMail(tx: SiteTx, sender: Sender, { email, firstname }: Customer, now: Date) {
  const { translate, text, link, hello, at } = createMailBuilder(sender, 'password-changed');
  return queueMail(tx, {
    kind: 'password-changed',
    to: email,
    lang: sender.lang,
    origin: sender.origin,
    subject: translate('subject'),
    blocks: [
      hello(firstname),
      text('text', { date: at(now) }),
      text('stranger'),
      link('link', `${sender.origin}/password/reset/ask`),
    ],
  });
}

/** The last mail to somebody. */
export const accountDeletedMailKind = 'account-deleted';

export function queueAccountDeletedMail(tx: SiteTx, sender: Sender, { email, firstname }: Customer) {
  const { translate, text, hello } = createMailBuilder(sender, 'deleted');
  return queueMail(tx, {
    kind: accountDeletedMailKind,
    to: email,
    lang: sender.lang,
    origin: sender.origin,
    subject: translate('subject'),
    blocks: [hello(firstname), text('text'), text('bye')],
  });
}

/** Asks the estate, in its own language, to close a membership. */
export function queueClosureRequestMail(
  tx: SiteTx,
  { site, origin }: Sender,
  customer: Customer & { lastname: string },
  { message, now }: { message: string; now: Date },
) {
  const lang = site.defaultLang;
  const { translate, text, at } = createMailBuilder({ site, lang, origin }, 'closure');
  const name = `${customer.firstname} ${customer.lastname}`;
  return queueMail(tx, {
    kind: 'closure-request',
    to: 'estate',
    replyTo: customer.email,
    lang,
    origin,
    subject: translate('subject', { name }),
    blocks: [
      text('text'),
      {
        kind: 'facts',
        rows: [
          [translate('name'), name],
          [translate('email'), customer.email],
          [translate('date'), at(now)],
        ],
      },
      ...(message
        ? [{ kind: 'heading', text: translate('message') } as const, { kind: 'text', text: message } as const]
        : []),
    ],
  });
}

export function queueClosureReceivedMail(
  tx: SiteTx,
  sender: Sender,
  { email, firstname }: Customer,
  { message, now }: { message: string; now: Date },
) {
  const { translate, text, hello, at } = createMailBuilder(sender, 'closure-received');
  return queueMail(tx, {
    kind: 'closure-received',
    to: email,
    lang: sender.lang,
    origin: sender.origin,
    subject: translate('subject'),
    blocks: [
      hello(firstname),
      text('text', { date: at(now) }),
      ...(message
        ? [{ kind: 'heading', text: translate('message') } as const, { kind: 'text', text: message } as const]
        : []),
    ],
  });
}

/** Also to an address that nobody has shown to be theirs: `lists` are the estate's own words. */
export function queueNewsletterConfirmationMail(
  tx: SiteTx,
  sender: Sender,
  { email, lists, token }: { email: string; lists: readonly string[]; token: string },
) {
  const { translate, text, note, link, hello } = createMailBuilder(sender, 'newsletter');
  return queueMail(tx, {
    kind: 'newsletter-confirmation',
    to: email,
    lang: sender.lang,
    origin: sender.origin,
    subject: translate('subject'),
    isSecret: true,
    blocks: [
      hello(''),
      text('text'),
      { kind: 'text', text: lists.join('\n') },
      link('link', `${sender.origin}/newsletter/confirm/${token}`),
      text('life'),
      note('stranger'),
    ],
  });
}
