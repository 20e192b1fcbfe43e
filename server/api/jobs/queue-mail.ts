import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readLetterhead } from '#server/api/site/site.ts';
import type { Lang } from '#shared/languages.ts';
import { checkedAddress, headLine, writtenSender } from './mail-address.ts';
import { htmlMail } from './mail-html.ts';
import { plainMail } from './mail-plain.ts';
import { insertMail } from './mail-repository.ts';
import type { MailAttachment } from './mail-tables.ts';
import { mailTexts } from './mail-texts.ts';
import { queueJob } from './queue-job.ts';

/** The task that sends a mail, by the id in its payload. */
export const sendMailTask = 'send-mail';

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
 * @throws where an address is none: whoever takes one from a customer has checked it.
 */
export async function queueMail(tx: SiteTx, mail: OutgoingMail): Promise<number> {
  const letterhead = await readLetterhead(tx, mail.lang);
  const texts = mailTexts(mail.lang, letterhead.timeZone);
  const own = letterhead.email || addressAt(letterhead.origin);
  const subject = headLine(mail.subject);
  const id = await insertMail(tx, {
    kind: mail.kind,
    orderId: mail.orderId ?? null,
    recipient: checkedAddress(mail.to === 'estate' ? own : mail.to),
    sender: writtenSender({ name: letterhead.name, address: own }),
    replyTo: mail.replyTo === undefined ? null : checkedAddress(mail.replyTo),
    subject,
    html: htmlMail({ ...mail, subject }, letterhead, texts),
    text: plainMail(mail, letterhead, texts),
    attachments: [...(mail.attachments ?? [])],
    isSecret: mail.isSecret ?? false,
    state: 'QUEUED',
  });
  await queueJob(tx, sendMailTask, { mail: id });
  return id;
}

/** An estate that has not said where it reads its mail. */
const addressAt = (origin: string): string => `contact@${new URL(origin).hostname}`;
