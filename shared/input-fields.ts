import { z } from 'zod';
import { isPublicMailAddress } from './email.ts';
import { createRefinement } from './input-issue.ts';
import { maxId, maxTextLengths } from './limits.ts';

// Zod schemas of fields that the inputs of several domains have in common.

export const Id = z.int().min(1).max(maxId);

/** The id of a picture. In a site's files a picture is its path below `media/`. */
export const Picture = z.int().min(1).max(maxId);

/** The id of a product. Imports refuse one that does not exist. */
export const ProductReference = z.int().min(1).max(maxId);

/** The ISO 3166-1 alpha-2 code of a country, which may be typed in lower case. */
export const Country = z.string().length(2).toUpperCase();

/** Maximum length of a slug in characters. Longer ones would make routes that no regular expression holds. */
const maxSlugLength = 200;

export const Slug = z
  .string()
  .max(maxSlugLength)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'a slug: lower-case letters, digits and single hyphens' });

/** A price or amount in decimal euros with VAT. */
export const Euros = z.number().min(0).max(1_000_000).multipleOf(0.01);

/** The amount of a discount: in euros or in percent. */
export const DiscountAmount = z.number().positive().max(1_000_000);

const endOfYear9999 = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * An ISO 8601 time with an offset. PostgreSQL has no year 0, and years before 1000 are typing errors. In UTC the
 * year must have four digits as well, because PostgreSQL cannot read the form in which JavaScript writes later years.
 */
export const Instant = z.iso
  .datetime({ offset: true })
  .regex(/^[1-9]/, { error: 'a time after the year 999' })
  .refine((text) => !(Date.parse(text) > endOfYear9999), { error: 'a time before the year 10000 in UTC' });

export const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'a time such as "09:30"' });

/** Geographic coordinates in degrees, WGS 84. */
export const Coordinates = z.strictObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});

/** The position of an item in its list, starting at 0. */
export const ListPosition = z.int().min(0).max(maxId);

/** Accepts the texts that a rule accepts, and the empty text for a value that is not given. */
const optionalText = (maxLength: number, isValid: (text: string) => boolean, code: string, message: string) =>
  z
    .string()
    .max(maxLength)
    .superRefine(createRefinement((text) => (text === '' || isValid(text) ? [] : [{ path: [], message, code }])));

export const OptionalEmail = optionalText(
  maxTextLengths.email,
  isPublicMailAddress,
  'email',
  'one email address such as contact@estate.fr',
);

const minPhoneDigits = 6;

/** Checks whether a text has a telephone number. Estates may write two numbers and a note into one field. */
export const hasPhoneNumber = (text: string): boolean => text.replace(/\D/g, '').length >= minPhoneDigits;

export const OptionalPhone = optionalText(100, hasPhoneNumber, 'phone', 'a telephone number');

/** Maximum length of an address on the web in characters. */
const maxUrlLength = 500;

/** An address on the web with or without `https://`, or the empty text. Other schemes, such as `javascript:`, could run code. */
export const OptionalWebAddress = optionalText(
  maxUrlLength,
  (text) => /^(https?:\/\/)?[\p{L}\p{N}._-]+(:\d{1,5})?([/?#][^\s"<>]*)?$/u.test(text),
  'url',
  'a web address that begins with https://',
);
