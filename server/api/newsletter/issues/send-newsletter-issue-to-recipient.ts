import type { Db } from '#server/api/database/connect.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { MailDeliveryError } from '#server/api/mail/delivery-error.ts';
import type { ComposedMail, MailTransport } from '#server/api/mail/mail-transport.ts';
import { renderMail } from '#server/api/mail/render-mail.ts';
import { composeMessage, sendThroughTransport } from '#server/api/mail/send-mail.ts';
import type { Lang } from '#shared/languages.ts';
import { claimNextRecipient, readActiveSubscription, updateRecipient } from './batch-repository.ts';
import { classifyDeliveryFailure, isServerFailure } from './classify-delivery-failure.ts';
import { createNewsletterIssueMail } from './newsletter-issue-mail.ts';
import {
  lockNewsletterIssue,
  type NewsletterIssueRow,
  readSiteLanguageSettings,
} from './newsletter-issues-repository.ts';

/** The delays in minutes after which a recipient is tried again. After the last one the recipient has failed. */
const retryMinutes = [1, 5, 20, 60];

/**
 * `none`: no recipient is due, or the issue is no longer being sent. `skipped`: the recipient has unsubscribed.
 * `deferred`: the recipient is tried again later. `halted`: the mail server failed, so that others must wait too.
 */
export type RecipientResult = 'sent' | 'skipped' | 'failed' | 'deferred' | 'halted' | 'none';

type RenderIssue = (tx: SiteTx, lang: Lang) => Promise<Awaited<ReturnType<typeof renderMail>> & { url: string }>;

/** Stands for the token of the unsubscription link while a mail is rendered for all recipients of one language. */
const tokenPlaceholder = '00000000-0000-0000-0000-000000000000';
const recipientPlaceholder = 'recipient@placeholder.example';

/** Creates a renderer for a newsletter issue that caches its result per language. */
export function createNewsletterIssueTemplateRenderer(issue: NewsletterIssueRow): RenderIssue {
  const rendered = new Map<Lang, ReturnType<RenderIssue>>();
  const render: RenderIssue = async (tx, lang) => {
    const recipient = { to: recipientPlaceholder, lang, unsubscribeToken: tokenPlaceholder };
    const mail = await createNewsletterIssueMail(tx, issue, recipient);
    return { ...(await renderMail(tx, mail)), url: mail.unsubscription?.url ?? '' };
  };
  return async (tx, lang) => {
    const existing = rendered.get(lang);
    if (existing) return existing;
    const result = await render(tx, lang);
    rendered.set(lang, Promise.resolve(result));
    return result;
  };
}

interface Claim {
  subscriptionId: number;
  attempts: number;
  /** The mail; null for a recipient who has unsubscribed. */
  message: ComposedMail | null;
}

/**
 * Mails an issue to the next recipient. The claim is committed before the mail is sent, so that no recipient receives
 * the mail twice, even if the worker is killed in between.
 */
export async function sendToNextRecipient(
  db: Db,
  issue: NewsletterIssueRow,
  render: RenderIssue,
  transport: MailTransport,
): Promise<RecipientResult> {
  const claim = await withSiteTransaction(db, issue.siteId, (tx) => claimNextMail(tx, issue, render));
  if (!claim) return 'none';
  if (!claim.message) return 'skipped';
  const failure = await tryToDeliver(claim.message, transport);
  return withSiteTransaction(db, issue.siteId, (tx) => recordResult(tx, issue, claim, failure));
}

async function claimNextMail(tx: SiteTx, issue: NewsletterIssueRow, render: RenderIssue): Promise<Claim | null> {
  // The lock waits for an action of staff in progress, such as a pause.
  if ((await lockNewsletterIssue(tx, issue.id))?.state !== 'SENDING') return null;
  const claimed = await claimNextRecipient(tx, issue.id);
  if (!claimed) return null;
  const subscription = await readActiveSubscription(tx, claimed.subscriptionId);
  if (!subscription) {
    await updateRecipient(tx, issue.id, claimed.subscriptionId, { state: 'SKIPPED' });
    return { ...claimed, message: null };
  }
  const { defaultLang, languages } = await readSiteLanguageSettings(tx);
  const lang = subscription.lang && languages.includes(subscription.lang) ? subscription.lang : defaultLang;
  const { html, text, url, ...mail } = await render(tx, lang);
  const personalise = (content: string) => content.replaceAll(tokenPlaceholder, subscription.unsubscribeToken);
  const createdAt = issue.startedAt ?? new Date();
  const id = `${issue.siteId}.newsletter.${issue.id}.${claimed.subscriptionId}`;
  const message = composeMessage({
    ...mail,
    recipient: subscription.email,
    html: personalise(html),
    text: personalise(text),
    unsubscribeUrl: personalise(url),
    createdAt,
    messageId: `${id}.${createdAt.getTime().toString(36)}`,
    name: `${createdAt.toISOString().replace(/\D/g, '')}-${issue.siteId}-${issue.id}.${claimed.subscriptionId}`,
  });
  return { ...claimed, message };
}

/** @returns The reason if the mail could not be sent, otherwise null. */
async function tryToDeliver(message: ComposedMail, transport: MailTransport): Promise<string | null> {
  try {
    // The sending of a mail is completed even if the worker stops meanwhile, so that its result is known.
    await sendThroughTransport(message, transport, new AbortController().signal);
    return null;
  } catch (error) {
    if (!(error instanceof MailDeliveryError)) throw error;
    return error.message;
  }
}

async function recordResult(
  tx: SiteTx,
  { id }: NewsletterIssueRow,
  { subscriptionId, attempts }: Claim,
  failure: string | null,
): Promise<RecipientResult> {
  if (failure === null) {
    await updateRecipient(tx, id, subscriptionId, { state: 'SENT', sentAt: new Date(), lastError: '' });
    return 'sent';
  }
  const kind = classifyDeliveryFailure(failure);
  const delay = kind === 'unavailable' || kind === 'deferred' ? retryMinutes[attempts - 1] : undefined;
  if (delay === undefined) {
    await updateRecipient(tx, id, subscriptionId, { state: 'FAILED', lastError: failure });
    return isServerFailure(failure) ? 'halted' : 'failed';
  }
  const dueAt = new Date(Date.now() + delay * 60_000);
  await updateRecipient(tx, id, subscriptionId, { state: 'PENDING', lastError: failure, dueAt });
  return isServerFailure(failure) ? 'halted' : 'deferred';
}
