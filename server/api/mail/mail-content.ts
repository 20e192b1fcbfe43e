import { readTextsByLanguage } from '#server/read-texts.ts';
import type { Lang } from '#shared/languages.ts';
import english from '#shared/texts/en/mails.json' with { type: 'json' };
import { createTexts, type Texts, type TextTemplate } from '#shared/texts.ts';

/**
 * An attachment that is built when its mail is sent. `builder` is the name of the attachment builder, `key` is the
 * builder's argument.
 */
export interface DeferredMailAttachment {
  filename: string;
  builder: string;
  key: string;
}

/** A block of a mail's content. All texts are plain text, which rendering escapes. */
export type MailBlock =
  | { kind: 'text'; text: string }
  | { kind: 'heading'; text: string }
  /** A button with its URL as text below. */
  | { kind: 'link'; label: string; href: string }
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: string])[] }
  /** A table of order lines, followed by sums (the total last) and by amounts that the total includes, such as VAT. */
  | {
      kind: 'lines';
      lines: readonly { name: string; details: string; amount: string }[];
      sums: readonly (readonly [label: string, amount: string])[];
      included?: readonly (readonly [label: string, amount: string])[];
    }
  | { kind: 'note'; text: string }
  /** Formatted text, which rendering sanitises. Its links are absolute. */
  | { kind: 'richText'; html: string }
  | MailPictureBlock
  | { kind: 'products'; products: readonly MailProduct[] }
  /** A button whose URL only the plain-text part shows, for mails whose recipients trust the sender. */
  | { kind: 'button'; label: string; href: string }
  | { kind: 'divider' };

/** A picture. All its URLs are absolute. */
export interface MailPictureBlock {
  kind: 'picture';
  src: string;
  alt: string;
  /** The width in pixels at which the picture is shown, if the mail is wide enough. */
  width: number;
  href: string | null;
}

/** A product in a mail. All its URLs are absolute. */
export interface MailProduct {
  name: string;
  details: string;
  price: string;
  /** The price per litre and, beside a reduced price, the former one; one line each. */
  priceDetails: string;
  href: string;
  image: { src: string; alt: string } | null;
}

export interface MailContent {
  /** Kind of the mail, such as `order-confirmation`. */
  kind: string;
  /** The recipient: an email address, or the estate itself. */
  to: string | 'estate';
  lang: Lang;
  subject: string;
  /** The text that mail programs show beside the subject; by default the beginning of the mail. */
  preheader?: string;
  blocks: readonly MailBlock[];
  /** Origin of the links; by default, and in mails to the estate, the site's canonical one in the mail's language. */
  origin?: string;
  /** The address for replies; by default the estate's. */
  replyTo?: string;
  orderId?: number;
  attachments?: readonly DeferredMailAttachment[];
  /** True if the content must be erased once the mail has been sent or given up, such as a secret link. */
  isSecret?: boolean;
  /**
   * The URL that ends mails of this kind, such as those of a newsletter, for the headers of RFC 8058. A POST request
   * ends them.
   */
  unsubscribeUrl?: string;
  /**
   * The sentence in the footer that says why the recipient gets the mail, with the link that ends mails of this kind.
   */
  unsubscription?: { reason: string; label: string; url: string };
  /** True if the mail contains the warning about alcohol that French law requires. */
  sellsAlcohol?: boolean;
}

/** Keys of the texts in mails and their attachments. A key begins with the name of its domain, such as `accounts`. */
export type MailTextKey = keyof typeof english;

const texts = readTextsByLanguage<MailTextKey, TextTemplate>('mails', Object.keys(english) as MailTextKey[]);

const cache = new Map<string, Texts<MailTextKey>>();

/** Returns functions for the texts, amounts and dates of mails in a language. Dates are in `timeZone`. */
export function createMailTexts(lang: Lang, timeZone: string): Texts<MailTextKey> {
  const key = `${lang} ${timeZone}`;
  const localizedTexts = cache.get(key) ?? createTexts(lang, (name: MailTextKey) => texts[lang][name], timeZone);
  cache.set(key, localizedTexts);
  return localizedTexts;
}

/**
 * Matches texts that mail programs may turn into a link: a scheme, `www.`, an at sign, or a dot between a letter or
 * digit and two letters, as in a domain name. `St.Jean` matches too, which is accepted, because a stranger's link in
 * the estate's mail would be worse.
 */
const linkPattern = /[a-z]:\/|www\.|@|[\p{L}\p{N}][.。．｡][\p{L}]{2}/iu;

export const containsPossibleLink = (text: string): boolean => linkPattern.test(text);
