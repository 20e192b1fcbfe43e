import { isMailAddress, normalizeEmail } from '#shared/email.ts';

interface MailAddress {
  name: string;
  address: string;
}

/** Replaces control and invisible characters with spaces, because they could inject mail headers or disguise text. */
export const sanitiseMailHeaderText = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029\u200b-\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();

/**
 * Checks that a text is a single plain email address. Addresses that customers type have already been validated by the
 * API's contract.
 * @returns the address with its domain in ASCII, which every mail server accepts
 * @throws Error
 */
export function requireValidMailAddress(address: string): string {
  const ascii = normalizeEmail(address);
  if (!isMailAddress(ascii)) throw new Error('invalid mail address');
  return ascii;
}

/** Formats a sender as `"Domaine des Chênes" <bonjour@domaine.fr>`. */
export const formatMailSender = ({ name, address }: MailAddress): string =>
  `"${sanitiseMailHeaderText(name.replace(/["\\]/g, ''))}" <${requireValidMailAddress(address)}>`;

export function parseMailSenderOrThrow(written: string): MailAddress {
  const [, name = '', address = ''] = /^"([^"]*)" <([^>]+)>$/.exec(written) ?? [];
  return { name, address: requireValidMailAddress(address) };
}
