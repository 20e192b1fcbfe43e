import type { Lang } from '#shared/languages.ts';
import type { MailAttachment } from './mail-tables.ts';

/** A block of a mail's content. All texts are plain; rendering escapes them. */
export type MailBlock =
  | { kind: 'text'; text: string }
  | { kind: 'heading'; text: string }
  /** A prominent link. The plain-text part shows its URL. */
  | { kind: 'link'; label: string; href: string }
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: string])[] }
  /** Order lines, followed by sums, the last of which is the total, and by what the total includes, such as VAT. */
  | {
      kind: 'lines';
      lines: readonly { name: string; details: string; amount: string }[];
      sums: readonly (readonly [label: string, amount: string])[];
      included?: readonly (readonly [label: string, amount: string])[];
    }
  | { kind: 'note'; text: string };

export interface OutgoingMail {
  /** For example `order-confirmation`. */
  kind: string;
  /** An email address, or the estate itself. */
  to: string | 'estate';
  lang: Lang;
  subject: string;
  blocks: readonly MailBlock[];
  /** The origin of links to the site; by default the site's canonical origin in the language. */
  origin?: string;
  /** By default the estate. */
  replyTo?: string;
  orderId?: number;
  attachments?: readonly MailAttachment[];
  /** Set if the mail contains a secret link. */
  isSecret?: boolean;
  /** Adds the health warning that French law requires. */
  sellsAlcohol?: boolean;
}
