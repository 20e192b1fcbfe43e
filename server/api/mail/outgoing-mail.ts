import type { Lang } from '#shared/languages.ts';
import type { MailAttachment } from './mail-tables.ts';

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
  /** Where its reader sees the site; by default at the site's own origin in the language. */
  origin?: string;
  /** Where an answer goes; by default the estate. */
  replyTo?: string;
  orderId?: number;
  attachments?: readonly MailAttachment[];
  /** Whether it holds a link that opens something. */
  isSecret?: boolean;
  /** Whether alcohol is sold in it: then it carries the health warning. */
  sellsAlcohol?: boolean;
}
