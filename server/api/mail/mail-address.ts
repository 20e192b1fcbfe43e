/** A name and an email address, as in a mail header. */
export interface MailAddress {
  name: string;
  address: string;
}

/** Replaces control and invisible characters, which could inject headers or disguise text, with spaces. */
export const toMailHeaderValue = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029\u200b-\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();

/** A single email address without a name. */
const plainAddress = /^[^\s\p{Cc}<>()[\],;:"\\]+@[^\s\p{Cc}<>()[\],;:"\\@]+$/u;

/** @throws if it is not a single plain email address. Those from customers are validated earlier, by the contract. */
export function requireMailAddress(address: string): string {
  if (!plainAddress.test(address) || address.length > 320) throw new Error('invalid mail address');
  return address;
}

/** `"Domaine des Chênes" <bonjour@domaine.fr>` */
export const formatMailSender = ({ name, address }: MailAddress): string =>
  `"${toMailHeaderValue(name.replace(/["\\]/g, ''))}" <${requireMailAddress(address)}>`;

export function parseMailSender(written: string): MailAddress {
  const [, name = '', address = ''] = /^"([^"]*)" <([^>]+)>$/.exec(written) ?? [];
  return { name, address: requireMailAddress(address) };
}

export const toEmailDomain = (address: string): string => address.slice(address.lastIndexOf('@') + 1);
