import { z } from 'zod';
import { maxId } from './limits.ts';

// Zod schemas of fields that the inputs of several domains have in common.

export const Id = z.int().min(1).max(maxId);

export const Slug = z
  .string()
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
