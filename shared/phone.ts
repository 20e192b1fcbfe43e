import { removeInvisibleCharacters } from './email.ts';

/**
 * Calling codes by time zone. The zone of an estate names its country wherever a number is shown: on pages, in mails
 * and in the panel.
 */
const callingCodes: Readonly<Record<string, string>> = {
  'Europe/Paris': '33',
  'Europe/Monaco': '377',
  'Europe/London': '44',
  'Europe/Dublin': '353',
  'Europe/Brussels': '32',
  'Europe/Luxembourg': '352',
  'Europe/Amsterdam': '31',
  'Europe/Zurich': '41',
  'Europe/Berlin': '49',
  'Europe/Vienna': '43',
  'Europe/Rome': '39',
  'Europe/Madrid': '34',
  'Europe/Lisbon': '351',
  'Indian/Reunion': '262',
  'America/Guadeloupe': '590',
  'America/Martinique': '596',
  'America/Cayenne': '594',
};

/** The calling code of Italy, whose numbers keep their first zero when they are dialled from abroad. */
const italy = '39';

/** Numbers with fewer digits are short codes, which cannot be dialled from abroad. */
const minSubscriberDigits = 7;

const extension = /\(?\s?(?:poste|ext\.?|extension)\s?(\d{1,6})\)?$/i;
/** Marks between two numbers in one field. A slash may also group the digits of one number. */
const separator = /[/;,|]|\b(?:ou|or|et|and)\b/i;

const countDigits = (text: string): number => text.replace(/\D/g, '').length;

/**
 * Folds what copied numbers contain: full-width digits, no-break spaces, invisible characters, the hyphens and dashes
 * of Unicode, and the prefix `tel:`.
 */
export const normalizePhone = (text: string): string =>
  removeInvisibleCharacters(text.normalize('NFKC'))
    .replace(/[\u2010-\u2015\u2212\ufe63]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^tel: ?/i, '');

const isSinglePhone = (text: string): boolean => /^\+?[\d .()/-]{6,}$/.test(text.replace(extension, ''));

const splitPhones = (phone: string): string[] => {
  const parts = phone.split(separator).map((part) => part.trim());
  return parts.every((part) => countDigits(part) >= minSubscriberDigits) ? parts : [phone];
};

/** Checks whether a text is a telephone number, or several of them, in national or international form. */
export const isPhone = (text: string): boolean => splitPhones(normalizePhone(text)).every(isSinglePhone);

function buildPhoneHref(phone: string, timeZone: string): string {
  const [, inner] = extension.exec(phone) ?? [];
  const main = phone.replace(extension, '').trim().replace(/^00/, '+');
  // Outside the country, the zero in `+33 (0)5` is not dialled.
  const digits = (main.startsWith('+') ? main.replace('(0)', '') : main).replace(/[^\d+]/g, '');
  return `tel:${toInternational(digits, callingCodes[timeZone])}${inner ? `;ext=${inner}` : ''}`;
}

function toInternational(digits: string, code: string | undefined): string {
  if (digits.startsWith('+') || code === undefined || digits.length <= minSubscriberDigits) return digits;
  return `+${code}${code === italy ? digits : digits.replace(/^0/, '')}`;
}

interface PhoneLink {
  text: string;
  href: string;
}

/** Lists the numbers in a field with their `tel:` URLs. A local number is one of the country of `timeZone`. */
export const listPhoneLinks = (phone: string, timeZone: string): PhoneLink[] =>
  splitPhones(normalizePhone(phone))
    .filter((text) => text !== '')
    .map((text) => ({ text, href: buildPhoneHref(text, timeZone) }));
