import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { Lang } from '#shared/languages.ts';
import { type MailAttachment, mails } from './mail-tables.ts';

/** What a mail says, from top to bottom. Texts are plain: whatever a customer typed is escaped when the mail is written. */
export type MailBlock =
  | { kind: 'text'; text: string }
  | { kind: 'heading'; text: string }
  /** A link that is meant to be followed; the text form shows the address. */
  | { kind: 'link'; label: string; href: string }
  /** Label and value, one below another. */
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: string])[] }
  /** Lines of an order: what, how it is made up, and what it costs; then the sums, the last of which is the total. */
  | {
      kind: 'lines';
      lines: readonly { name: string; details: string; amount: string }[];
      sums: readonly (readonly [label: string, amount: string])[];
    }
  | { kind: 'note'; text: string };

export interface OutgoingMail {
  /** What it is, such as `order-confirmation`. */
  kind: string;
  /** An address, or the estate itself. */
  to: string | 'estate';
  lang: Lang;
  subject: string;
  blocks: readonly MailBlock[];
  /** Where an answer goes; by default the estate. */
  replyTo?: string;
  orderId?: number;
  attachments?: readonly MailAttachment[];
  /** Whether it holds a link that opens something. */
  isSecret?: boolean;
  /** Whether alcohol is sold in it: then it carries the health warning. */
  sellsAlcohol?: boolean;
}

/**
 * Queues a mail in the transaction that causes it: it is sent by a job once that has committed, and not at all if it
 * does not. Its looks and sender are those of the estate. Answers its id.
 */
export async function queueMail(tx: SiteTx, mail: OutgoingMail): Promise<number> {
  const [row] = await tx
    .insert(mails)
    .values({
      kind: mail.kind,
      orderId: mail.orderId ?? null,
      recipient: mail.to,
      sender: '',
      replyTo: mail.replyTo ?? null,
      subject: mail.subject,
      html: '',
      text: '',
      attachments: [...(mail.attachments ?? [])],
      isSecret: mail.isSecret ?? false,
      state: 'QUEUED',
    })
    .returning({ id: mails.id });
  if (!row) throw new Error('a mail was not queued');
  return row.id;
}
