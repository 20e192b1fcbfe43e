import type { Db } from '#server/api/database/connect.ts';
import { isDatabaseUnavailable } from '#server/api/database/database-away.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { DeliveryError, describeFailure } from './delivery-fault.ts';
import { domainOf, parseSender } from './mail-address.ts';
import { lockMail, type MailRow, markFailedAttempt, markSent } from './mail-repository.ts';
import type { MailAttachment } from './mail-tables.ts';
import type { ComposedMail, MailTransport } from './mail-transport.ts';

/** Makes the files that mails carry, when they are sent: by name, each from its key. */
export type AttachmentBuilders = Readonly<
  Record<string, (tx: SiteTx, key: string) => Promise<{ content: Buffer; contentType: string }>>
>;

export interface SendMailDependencies {
  transport: MailTransport;
  attachmentBuilders: AttachmentBuilders;
}

/** With the pauses between them, these attempts fill more than three hours. */
export const maxAttempts = 10;

/** Milliseconds that a mail may take to be handed over, pauses of the other side included. */
const deliveryTimeoutMs = 120_000;

/** What became of a job's mail. `over`: somebody had sent it, given it up or erased it before. */
export type SendMailResult = 'sent' | 'over';

/**
 * Sends a mail, at least once. Its row is held while it is sent, so that no other worker does the same; but a server
 * that dies, or a database that goes away, between the mail server's "yes" and our commit makes the next attempt send
 * it again. Nothing can rule that out: the message's id stays the same, by which mail programs know the second one.
 * @throws DeliveryFault where it could not be handed over; that counts as an attempt, and the last one gives it up.
 */
export async function sendMail(
  db: Db,
  siteId: number,
  id: number,
  parts: SendMailDependencies,
  signal: AbortSignal,
): Promise<SendMailResult> {
  return withSiteTransaction(db, siteId, async (tx) => {
    const mail = await lockMail(tx, id);
    if (mail === 'busy') throw new Error('another worker is sending this mail');
    if (mail?.state !== 'QUEUED') return 'over';
    await deliver(await composeMail(tx, mail, parts.attachmentBuilders), parts.transport, signal);
    await markSent(tx, id);
    return 'sent';
  });
}

/** Records that an attempt was in vain; answers whether that was the last one. */
export async function recordFailedAttempt(db: Db, siteId: number, id: number, fault: DeliveryError): Promise<boolean> {
  return (await withSiteTransaction(db, siteId, (tx) => markFailedAttempt(tx, id, fault.message, maxAttempts))) ?? true;
}

async function composeMail(tx: SiteTx, mail: MailRow, attachmentBuilders: AttachmentBuilders): Promise<ComposedMail> {
  const from = parseSender(mail.sender);
  const made = mail.createdAt.getTime();
  const id = `${mail.siteId}.${mail.id}.${made.toString(36)}`;
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
      messageId: `<${id}@${domainOf(from.address)}>`,
      date: mail.createdAt,
      // Answering machines leave it alone.
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' },
      text: mail.text,
      html: mail.html,
      attachments,
      // What is attached is made here: nothing is read from a path or an address.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
  };
}

async function buildAttachment(
  tx: SiteTx,
  { filename, maker, key }: MailAttachment,
  attachmentBuilders: AttachmentBuilders,
) {
  const make = attachmentBuilders[maker];
  if (!make) throw new DeliveryError(`nothing makes "${maker}" for a mail`);
  try {
    return { filename, ...(await make(tx, key)) };
  } catch (cause) {
    if (isDatabaseUnavailable(cause)) throw cause;
    throw new DeliveryError(`"${maker}" could not be made: ${describeFailure(cause)}`);
  }
}

/** Ends waiting after a while, and when the worker stops: then the mail waits for the next one. */
async function deliver(mail: ComposedMail, transport: MailTransport, signal: AbortSignal): Promise<void> {
  const late = AbortSignal.timeout(deliveryTimeoutMs);
  const stopped = Promise.withResolvers<never>();
  const stop = () =>
    stopped.reject(late.aborted ? new DeliveryError('it took too long') : new Error('the worker is stopping'));
  const either = AbortSignal.any([late, signal]);
  either.addEventListener('abort', stop, { once: true });
  if (either.aborted) stop();
  try {
    await Promise.race([transport.send(mail), stopped.promise]);
  } finally {
    either.removeEventListener('abort', stop);
    stopped.promise.catch(() => {}); // Nobody waits for it any more.
  }
}
