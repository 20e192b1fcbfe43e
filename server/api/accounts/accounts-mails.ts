import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { rateLimitRules } from '#server/api/limits/rate-limiter.ts';
import { createMailTexts, type MailBlock, type MailTextKey } from '#server/api/mail/mail-content.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { getOriginInLanguage } from '#server/api/tenancy/site-registry.ts';
import type { PlaceholderValues } from '#shared/texts.ts';
import type { AccountsCallContext } from './accounts-call-context.ts';

interface Customer {
  email: string;
  firstname: string;
}

type Sender = Pick<AccountsCallContext, 'site' | 'lang' | 'origin'>;

const dateTime: Intl.DateTimeFormatOptions = { dateStyle: 'long', timeStyle: 'short' };

/**
 * Creates the builders of the blocks of one kind of mail. `translate('link')` returns the text `accounts.<kind>.link`.
 */
function createMailBuilder({ site, lang, origin }: Sender, kind: string) {
  const texts = createMailTexts(lang, site.timeZone);
  const translate = (key: string, values: PlaceholderValues = {}): string =>
    texts.t(`accounts.${kind}.${key}` as MailTextKey, { estate: site.name, ...values });
  const text = (key: string, values?: PlaceholderValues): MailBlock => ({ kind: 'text', text: translate(key, values) });
  const note = (key: string): MailBlock => ({ kind: 'note', text: translate(key) });
  const link = (key: string, href: string): MailBlock => ({ kind: 'link', label: translate(key), href });
  const greeting = (firstname: string): MailBlock => ({
    kind: 'text',
    text: firstname ? texts.t('accounts.hello', { firstname }) : texts.t('accounts.hello-stranger'),
  });
  const at = (instant: Date) => texts.date(instant.toISOString(), dateTime);
  const defaults = { lang, origin, subject: translate('subject') };
  return { defaults, translate, text, note, link, greeting, at };
}

/**
 * Queues the mail with the activation link. The email address is not verified yet, so the mail repeats no text from the
 * registration form. Otherwise anyone could have arbitrary text sent to strangers in the estate's name.
 */
export function queueActivationMail(tx: SiteTx, sender: Sender, email: string, token: string) {
  const { defaults, text, note, link, greeting } = createMailBuilder(sender, 'activate');
  return queueMail(tx, {
    kind: 'account-activation',
    to: email,
    ...defaults,
    isSecret: true,
    blocks: [
      greeting(''),
      text('text'),
      link('link', `${sender.origin}/auth/activate/${token}`),
      text('life'),
      note('stranger'),
    ],
  });
}

/**
 * Queues the mail that is sent instead of the activation mail if the email address already has an account. The API's
 * response is the same in both cases, so it does not reveal whether an account exists.
 */
export function queueAccountExistsMail(tx: SiteTx, sender: Sender, { email, firstname }: Customer) {
  const { defaults, text, note, link, greeting } = createMailBuilder(sender, 'exists');
  return queueMail(tx, {
    kind: 'account-exists',
    to: email,
    ...defaults,
    blocks: [
      greeting(firstname),
      text('text'),
      link('log-in', `${sender.origin}/auth`),
      text('forgotten'),
      link('reset', `${sender.origin}/password/reset/ask`),
      note('stranger'),
    ],
  });
}

export function queuePasswordResetMail(tx: SiteTx, sender: Sender, { email, firstname }: Customer, token: string) {
  const { defaults, text, note, link, greeting } = createMailBuilder(sender, 'reset');
  return queueMail(tx, {
    kind: 'password-reset',
    to: email,
    ...defaults,
    isSecret: true,
    blocks: [
      greeting(firstname),
      text('text'),
      link('link', `${sender.origin}/password/reset/${token}`),
      text('life'),
      note('stranger'),
    ],
  });
}

export function queuePasswordChangedMail(tx: SiteTx, sender: Sender, { email, firstname }: Customer, now: Date) {
  const { defaults, text, link, greeting, at } = createMailBuilder(sender, 'password-changed');
  return queueMail(tx, {
    kind: 'password-changed',
    to: email,
    ...defaults,
    blocks: [
      greeting(firstname),
      text('text', { date: at(now) }),
      text('stranger'),
      link('link', `${sender.origin}/password/reset/ask`),
    ],
  });
}

export function queueSecondFactorChangedMail(
  tx: SiteTx,
  sender: Sender,
  { email, firstname }: Customer,
  kind: 'second-factor-on' | 'second-factor-off',
) {
  const { defaults, text, link, greeting, at } = createMailBuilder(sender, kind);
  return queueMail(tx, {
    kind,
    to: email,
    ...defaults,
    blocks: [
      greeting(firstname),
      text('text', { date: at(new Date()) }),
      text('stranger'),
      link('link', `${sender.origin}/password/reset/ask`),
    ],
  });
}

export function queueCodeLimitMail(tx: SiteTx, sender: Sender, { email, firstname }: Customer) {
  const { defaults, text, link, greeting } = createMailBuilder(sender, 'login-code-limit');
  return queueMail(tx, {
    kind: 'login-code-limit',
    to: email,
    ...defaults,
    blocks: [
      greeting(firstname),
      text('text', { max: rateLimitRules['login-code-day'].points }),
      text('stranger'),
      link('link', `${sender.origin}/password/reset/ask`),
    ],
  });
}

export function queueStaffInvitationMail(tx: SiteTx, sender: Sender, email: string, url: string) {
  const { defaults, text, note, link, greeting } = createMailBuilder(sender, 'invitation');
  return queueMail(tx, {
    kind: 'staff-invitation',
    to: email,
    ...defaults,
    isSecret: true,
    blocks: [greeting(''), text('text'), link('link', url), text('life'), note('stranger')],
  });
}

/**
 * Kind of the mail that confirms to the customer that the account was deleted. Once that mail has been sent,
 * `deleteMailsOfDeletedAccounts` deletes it and all earlier mails to the customer.
 */
export const accountDeletedMailKindName = 'account-deleted';

/** @param openOrders The orders that are still to be delivered or paid, with links that need no account. */
export function queueAccountDeletedMail(
  tx: SiteTx,
  sender: Sender,
  { email, firstname }: Customer,
  openOrders: readonly { number: string; href: string }[],
) {
  const { defaults, translate, text, greeting } = createMailBuilder(sender, 'deleted');
  return queueMail(tx, {
    kind: accountDeletedMailKindName,
    to: email,
    ...defaults,
    isSecret: openOrders.length > 0,
    blocks: [
      greeting(firstname),
      text('text'),
      ...(openOrders.length > 0 ? [text('open')] : []),
      ...openOrders.map(
        ({ number, href }): MailBlock => ({ kind: 'link', label: translate('order', { number }), href }),
      ),
      text('bye'),
    ],
  });
}

/** Queues the mail that asks the estate, in its default language, to close a customer's membership. */
export function queueClosureMail(
  tx: SiteTx,
  { site }: Pick<Sender, 'site'>,
  customer: Customer & { lastname: string },
  { message, now }: { message: string; now: Date },
) {
  const lang = site.defaultLang;
  const origin = getOriginInLanguage(site, lang);
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

export function queueAccountClosureReceivedMail(
  tx: SiteTx,
  sender: Sender,
  { email, firstname }: Customer,
  { message, now }: { message: string; now: Date },
) {
  const { defaults, translate, text, greeting, at } = createMailBuilder(sender, 'closure-received');
  return queueMail(tx, {
    kind: 'closure-received',
    to: email,
    ...defaults,
    blocks: [
      greeting(firstname),
      text('text', { date: at(now) }),
      ...(message
        ? [{ kind: 'heading', text: translate('message') } as const, { kind: 'text', text: message } as const]
        : []),
    ],
  });
}
