import { maxTextLengths } from './limits.ts';

/** Soft hyphens, characters of no width and marks of direction, which are copied along from web pages and contacts. */
const invisibleCharacters = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

export const removeInvisibleCharacters = (text: string): string => text.replace(invisibleCharacters, '');

/**
 * Converts a domain with accents to its ASCII form, in which mail servers know it. One mailbox then has one notation,
 * whether a browser has converted the domain or not.
 * @returns the domain unchanged if it is none
 */
function toAsciiDomain(domain: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is that of ASCII
  if (/^[\x00-\x7f]*$/.test(domain) || /[\s/\\?#:[\]%]/.test(domain)) return domain;
  const url = `http://${domain}`;
  return URL.canParse(url) ? new URL(url).hostname : domain;
}

/** Removes what is copied along with an email address, and writes its domain in ASCII. */
export function normalizeEmail(text: string): string {
  const email = removeInvisibleCharacters(text).trim();
  const at = email.lastIndexOf('@');
  return at < 0 ? email : email.slice(0, at + 1) + toAsciiDomain(email.slice(at + 1));
}

const maxLocalPartLength = 64;
const atom = /^[\w!#$%&'*+/=?^`{|}~-]+$/;
const domainLabel = /^[a-z0-9-]{1,63}$/i;
const topLevelDomain = /^([a-z]{2,}|xn--[a-z0-9-]+)$/i;

/** Accepts normalised email addresses whose local part is ASCII without quotation marks. */
export function isEmail(email: string): boolean {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, Math.max(at, 0));
  const labels = email.slice(at + 1).split('.');
  return (
    email.length <= maxTextLengths.email &&
    local.length <= maxLocalPartLength &&
    local.split('.').every((part) => atom.test(part)) &&
    labels.length > 1 &&
    labels.every((label) => domainLabel.test(label) && !label.startsWith('-') && !label.endsWith('-')) &&
    topLevelDomain.test(labels.at(-1) ?? '')
  );
}

/** Pattern of a single email address without a display name, which every mail header accepts. */
const plainAddress = /^[^\s\p{Cc}<>()[\],;:"\\@]+@[^\s\p{Cc}<>()[\],;:"\\@]+$/u;

/**
 * Checks whether a text is one plain email address, to which and from which mails can be sent. It accepts addresses that
 * earlier versions stored and `isEmail` refuses.
 */
export const isMailAddress = (text: string): boolean => text.length <= maxTextLengths.email && plainAddress.test(text);

/**
 * Checks whether a text is an email address that an estate can enter: one plain address at a domain with a dot, without
 * which it is a typing error.
 */
export const isPublicMailAddress = (text: string): boolean =>
  isMailAddress(text) && /^[^.]+(\.[^.]+)+$/.test(text.slice(text.indexOf('@') + 1));
