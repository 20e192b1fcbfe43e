/** Names and addresses as they stand in the head of a mail. */
export interface MailAddress {
  name: string;
  address: string;
}

/** A line of a mail's head: whatever would begin another line, or hide something, is a space. */
export const toHeaderValue = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029\u200b-\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();

/** One address and nothing more: no second one, no name, no other header. */
const plainAddress = /^[^\s\p{Cc}<>()[\],;:"\\]+@[^\s\p{Cc}<>()[\],;:"\\@]+$/u;

/** @throws where it is not one plain address; whoever takes addresses from customers has checked them. */
export function requireMailAddress(address: string): string {
  if (!plainAddress.test(address) || address.length > 320) throw new Error('a mail cannot go to what is no address');
  return address;
}

/** `"Domaine des Chênes" <bonjour@domaine.fr>` */
export const formatSender = ({ name, address }: MailAddress): string =>
  `"${toHeaderValue(name.replace(/["\\]/g, ''))}" <${requireMailAddress(address)}>`;

export function parseSender(written: string): MailAddress {
  const [, name = '', address = ''] = /^"([^"]*)" <([^>]+)>$/.exec(written) ?? [];
  return { name, address: requireMailAddress(address) };
}

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);
