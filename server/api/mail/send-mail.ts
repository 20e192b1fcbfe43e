import type { Db } from '#server/api/database/connect.ts';
import { isDatabaseUnavailable } from '#server/api/database/database-unavailable.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { describeDeliveryFailure, MailDeliveryError } from './delivery-error.ts';
import { parseMailSender, toEmailDomain } from './mail-address.ts';
import { countFailedMailAttempt, lockMail, type MailRow, markMailAsSent } from './mail-repository.ts';
import type { MailAttachment } from './mail-tables.ts';
import type { ComposedMail, MailTransport } from './mail-transport.ts';

/** Functions that build the attachments of a mail when it is sent, by name. */
export type MailAttachmentBuilders = Readonly<
  Record<string, (tx: SiteTx, key: string) => Promise<{ content: Buffer; contentType: string }>>
>;

export interface SendMailDependencies {
  transport: MailTransport;
  attachmentBuilders: MailAttachmentBuilders;
}

/**
 * Maximum number of attempts to send a mail. With graphile-worker's exponential backoff, they spread over more than
 * three hours.
 */
export const maxMailAttempts = 10;

const deliveryTimeoutMs = 120_000;

/** `skipped`: the mail had already been sent, given up or deleted. */
export type SendMailResult = 'sent' | 'skipped';

/**
 * Sends a mail at least once. The mail's row is locked meanwhile, so that no other worker sends it too. If the process
 * or the database fails after the mail server has accepted the mail and before the commit, the next attempt sends it
 * again under the same Message-ID, by which mail programs recognise duplicates.
 * @throws MailDeliveryError if the mail server did not accept it, which counts as an attempt.
 */
export async function sendMail(
  db: Db,
  siteId: number,
  id: number,
  dependencies: SendMailDependencies,
  signal: AbortSignal,
): Promise<SendMailResult> {
  return withSiteTransaction(db, siteId, async (tx) => {
    const mail = await lockMail(tx, id);
    if (mail === 'busy') throw new Error('another worker is sending this mail');
    if (mail?.state !== 'QUEUED') return 'skipped';
    await deliver(await composeMail(tx, mail, dependencies.attachmentBuilders), dependencies.transport, signal);
    await markMailAsSent(tx, id);
    return 'sent';
  });
}

/** Records a failed attempt to send a mail. @returns True if it was the last attempt. */
export async function recordFailedMailAttempt(
  db: Db,
  siteId: number,
  id: number,
  error: MailDeliveryError,
): Promise<boolean> {
  return (
    (await withSiteTransaction(db, siteId, (tx) => countFailedMailAttempt(tx, id, error.message, maxMailAttempts))) ??
    true
  );
}

async function composeMail(
  tx: SiteTx,
  mail: MailRow,
  attachmentBuilders: MailAttachmentBuilders,
): Promise<ComposedMail> {
  const from = parseMailSender(mail.sender);
  const id = `${mail.siteId}.${mail.id}.${mail.createdAt.getTime().toString(36)}`;
  const attachments = await Promise.all(
    mail.attachments.map((attachment) => buildAttachment(tx, attachment, attachmentBuilders)),
  );
  return {
    name: `${mail.createdAt.toISOString().replace(/\D/g, '')}-${mail.siteId}-${mail.id}`,
    message: {
      from,
      to: { name: '', address: mail.recipient },
      ...(mail.replyTo && { replyTo: { name: '', address: mail.replyTo } }),
      envelope: { from: from.address, to: mail.recipient },
      subject: mail.subject,
      messageId: `<${id}@${toEmailDomain(from.address)}>`,
      date: mail.createdAt,
      headers: {
        // These headers suppress automatic replies, such as absence notes.
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'OOF, AutoReply',
        ...(mail.unsubscribeUrl && {
          'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
      text: mail.text,
      html: mail.html,
      attachments,
      // nodemailer must not read files or URLs, because all attachments are buffers.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
  };
}

async function buildAttachment(
  tx: SiteTx,
  { filename, builder, key }: MailAttachment,
  attachmentBuilders: MailAttachmentBuilders,
) {
  const build = attachmentBuilders[builder];
  if (!build) throw new MailDeliveryError(`unknown attachment builder "${builder}"`);
  try {
    return { filename, ...(await build(tx, key)) };
  } catch (cause) {
    if (isDatabaseUnavailable(cause)) throw cause;
    throw new MailDeliveryError(`attachment "${builder}" failed: ${describeDeliveryFailure(cause)}`);
  }
}

/** Sends a mail through the transport. Rejects on a timeout or when the worker stops; the mail then stays queued. */
async function deliver(mail: ComposedMail, transport: MailTransport, signal: AbortSignal): Promise<void> {
  const timeout = AbortSignal.timeout(deliveryTimeoutMs);
  const aborted = Promise.withResolvers<never>();
  const onAbort = () =>
    aborted.reject(timeout.aborted ? new MailDeliveryError('delivery timed out') : new Error('the worker is stopping'));
  const anySignal = AbortSignal.any([timeout, signal]);
  anySignal.addEventListener('abort', onAbort, { once: true });
  if (anySignal.aborted) onAbort();
  try {
    await Promise.race([transport.send(mail), aborted.promise]);
  } finally {
    anySignal.removeEventListener('abort', onAbort);
    // Prevents an unhandled rejection if `signal` aborts after the race has been decided.
    aborted.promise.catch(() => {});
  }
}
