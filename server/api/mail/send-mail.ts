import type { SendMailOptions } from 'nodemailer';
import { allowHeldReads } from '#server/api/changes/held-reads.ts';
import type { Db } from '#server/api/database/connect.ts';
import { isDatabaseUnavailable } from '#server/api/database/database-unavailable.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { queueJob } from '#server/api/jobs/queue-job.ts';
import { readMailBranding } from '#server/api/site/site.ts';
import { describeDeliveryFailure, MailDeliveryError } from './delivery-error.ts';
import { parseMailSenderOrThrow } from './mail-address.ts';
import type { DeferredMailAttachment } from './mail-content.ts';
import {
  type AttemptedMail,
  lockQueuedMails,
  type MailRow,
  markMailAsSent,
  saveAttemptedMails,
  tryLockMail,
  updateMailAfterFailedAttempt,
} from './mail-repository.ts';
import type { MailState } from './mail-tables.ts';
import type { ComposedMail, MailTransport } from './mail-transport.ts';
import { sendMailTaskName } from './queue-mail.ts';
import { type RenderedMail, renderMailBody } from './render-mail.ts';

const toEmailDomain = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

export interface AttachmentContent {
  content: Buffer;
  contentType: string;
}

/**
 * Functions that build the attachments of a mail when it is sent, by name. A builder may return null, for example if
 * the item was deleted meanwhile; the mail is then sent without the attachment. If it throws, the attempt fails.
 */
export type MailAttachmentBuilders = Readonly<
  Record<string, (tx: SiteTx, key: string) => Promise<AttachmentContent | null>>
>;

export interface SendMailDependencies {
  transport: MailTransport;
  attachmentBuilders: MailAttachmentBuilders;
}

/**
 * Maximum number of attempts to send a mail. With graphile-worker's exponential backoff, they spread over more than
 * three hours.
 */
const maxMailAttempts = 10;

/**
 * A mail about an order whose delivery is uncertain is sent again after a quarter of an hour, because the mail server has
 * probably not accepted it. After this number of attempts only staff send it again, because the customer may have got
 * it each time.
 */
const uncertainRetryDelayMs = 15 * 60_000;
const maxUncertainAttempts = 3;

/** `skipped`: the mail had already been sent, given up or deleted. */
type SendMailResult = 'sent' | 'skipped';

const deliveryTimeoutMs = 120_000;

/**
 * Sends a mail through the transport. The attempt ends after a time limit or when the worker stops.
 * @throws MailDeliveryError unless the worker has stopped before anything was sent.
 */
export async function sendThroughTransport(
  mail: ComposedMail,
  transport: MailTransport,
  signal: AbortSignal,
): Promise<void> {
  const timeout = AbortSignal.timeout(deliveryTimeoutMs);
  try {
    await transport.send(mail, AbortSignal.any([timeout, signal]));
  } catch (error) {
    if (error instanceof MailDeliveryError || !timeout.aborted) throw error;
    throw new MailDeliveryError('delivery timed out');
  }
}

/**
 * Sends a mail at least once. The mail's row is locked meanwhile, so that no other worker sends it too. If the process
 * or the database fails after the mail server has accepted the mail and before the commit, the next attempt sends it
 * again under the same Message-ID, by which mail programs recognise duplicates.
 * @throws MailDeliveryError if the mail server did not accept the mail or gave no answer; the caller records the
 * attempt.
 */
export async function sendMail(
  db: Db,
  siteId: number,
  id: number,
  dependencies: SendMailDependencies,
  signal: AbortSignal,
): Promise<SendMailResult> {
  return withSiteTransaction(db, siteId, async (tx) => {
    const mail = await tryLockMail(tx, id);
    if (mail === 'busy') throw new Error('another worker is sending this mail');
    // An uncertain mail whose secret link has expired has no content any more.
    const isRetried = mail?.state === 'UNCERTAIN' && mail.html !== '';
    if (mail?.state !== 'QUEUED' && !isRetried) return 'skipped';
    await sendThroughTransport(
      await composeMail(tx, mail, dependencies.attachmentBuilders),
      dependencies.transport,
      signal,
    );
    await markMailAsSent(tx, id);
    return 'sent';
  });
}

interface MailAttempt extends AttemptedMail {
  kind: string;
  /** The reason for which a mail with the state QUEUED could not be sent; null for the other states. */
  error: unknown;
}

/**
 * Renders and sends the queued ones of some mails, as `sendMail` sends one. The failure of one mail does not affect the
 * others.
 * @returns The attempts. Those with an error are not counted yet.
 */
export const sendMails = (
  db: Db,
  siteId: number,
  ids: readonly number[],
  dependencies: SendMailDependencies,
  signal: AbortSignal,
): Promise<MailAttempt[]> =>
  withSiteTransaction(db, siteId, async (tx) => {
    allowHeldReads(tx);
    const mails = await lockQueuedMails(tx, ids);
    if (mails.length === 0) return [];
    const attempts = await Promise.all(mails.map((mail) => attemptMail(tx, mail, dependencies, signal)));
    // If it fails, the transaction cannot commit.
    saveAttemptedMails(tx, attempts).catch(() => {});
    return attempts;
  });

async function attemptMail(
  tx: SiteTx,
  mail: MailRow,
  { transport, attachmentBuilders }: SendMailDependencies,
  signal: AbortSignal,
): Promise<MailAttempt> {
  const { id, kind, draft } = mail;
  const attempt = { id, kind, lastError: '', html: mail.html, text: mail.text, draft: null, error: null };
  if (draft !== null) {
    const branding = await readMailBranding(tx, draft.lang);
    try {
      Object.assign(attempt, renderMailBody(draft, branding));
    } catch (error) {
      return { ...attempt, state: 'FAILED', draft, lastError: describeDeliveryFailure(error) };
    }
  }
  try {
    const { html, text } = attempt;
    const composed = await composeMail(tx, { ...mail, html, text }, attachmentBuilders);
    await sendThroughTransport(composed, transport, signal);
    return { ...attempt, state: 'SENT' };
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    return { ...attempt, state: 'QUEUED', error };
  }
}

/**
 * Records a failed attempt to send a mail, and queues the next one of an uncertain delivery.
 * @returns The mail's state; null if it was not queued.
 */
export const recordFailedMailAttempt = (
  db: Db,
  siteId: number,
  id: number,
  error: MailDeliveryError,
): Promise<MailState | null> =>
  withSiteTransaction(db, siteId, async (tx) => {
    const mail = await updateMailAfterFailedAttempt(tx, id, error.message, maxMailAttempts);
    if (mail?.state === 'UNCERTAIN' && mail.attempts < maxUncertainAttempts)
      await queueJob(tx, sendMailTaskName, { mail: id }, new Date(Date.now() + uncertainRetryDelayMs));
    return mail?.state ?? null;
  });

async function composeMail(
  tx: SiteTx,
  mail: MailRow,
  attachmentBuilders: MailAttachmentBuilders,
): Promise<ComposedMail> {
  const attachments = await Promise.all(
    mail.attachments.map((attachment) => buildAttachment(tx, attachment, attachmentBuilders)),
  );
  const name = `${mail.createdAt.toISOString().replace(/\D/g, '')}-${mail.siteId}-${mail.id}`;
  const messageId = `${mail.siteId}.${mail.id}.${mail.createdAt.getTime().toString(36)}`;
  return composeMessage(
    { ...mail, name, messageId },
    attachments.filter((attachment) => attachment !== null),
  );
}

async function buildAttachment(
  tx: SiteTx,
  { filename, builder, key }: DeferredMailAttachment,
  attachmentBuilders: MailAttachmentBuilders,
) {
  const build = attachmentBuilders[builder];
  if (!build) throw new MailDeliveryError(`unknown attachment builder "${builder}"`);
  try {
    const built = await build(tx, key);
    return built && { filename, ...built };
  } catch (cause) {
    if (isDatabaseUnavailable(cause)) throw cause;
    throw new MailDeliveryError(`attachment "${builder}" failed: ${describeDeliveryFailure(cause)}`);
  }
}

interface MessageFields extends RenderedMail {
  /** Name of the message in the folder `outbox`. */
  name: string;
  /** The first part of the Message-ID. It is the same for every attempt to send the mail. */
  messageId: string;
  replyTo?: string | null;
  unsubscribeUrl: string | null;
  createdAt: Date;
}

export function composeMessage(
  { name, messageId, recipient, sender, subject, html, text, replyTo, unsubscribeUrl, createdAt }: MessageFields,
  attachments: NonNullable<SendMailOptions['attachments']> = [],
): ComposedMail {
  const from = parseMailSenderOrThrow(sender);
  return {
    name,
    message: {
      from,
      to: { name: '', address: recipient },
      ...(replyTo && { replyTo: { name: '', address: replyTo } }),
      envelope: { from: from.address, to: recipient },
      subject,
      messageId: `<${messageId}@${toEmailDomain(from.address)}>`,
      date: createdAt,
      headers: {
        // These headers suppress automatic replies, such as absence notes.
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'OOF, AutoReply',
        ...(unsubscribeUrl && {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
      text,
      html,
      attachments,
      // nodemailer must not read files or URLs, because all attachments are buffers.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
  };
}
