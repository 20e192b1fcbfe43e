import { sql } from 'drizzle-orm';
import {
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { siteIdColumn } from '#server/api/database/sites-table.ts';
import { images } from '#server/api/media/media-tables.ts';
import type { ElementStatus } from '#shared/elements/registration-rules.ts';
import type { Lang } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';

const instant = () => timestamp({ withTimezone: true });

/** The elements of all routes, such as events. */
export const elements = pgTable(
  'elements',
  {
    siteId: siteIdColumn(),
    id: integer().notNull(),
    route: text().notNull(),
    slug: jsonb().$type<Localized>().notNull(),
    title: jsonb().$type<Localized>().notNull(),
    /** The summary in plain text. */
    summary: jsonb().$type<Localized>().notNull(),
    /** Sanitised HTML. */
    html: jsonb().$type<Localized>().notNull(),
    publishedAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** Slugs of tags. */
    tags: jsonb().$type<string[]>().notNull().default([]),
    place: jsonb().$type<Localized>().notNull(),
    /** The postal address of the event; empty if the event takes place at the estate. */
    placeAddress: jsonb().$type<Localized>().notNull(),
    /** The price per person in cents; null if no price is stated. */
    pricePerPerson: integer(),
    /** ISO 639-1 codes of the languages that are spoken. */
    languages: jsonb().$type<string[]>().notNull(),
    status: text().$type<ElementStatus>().notNull(),
    /** The maximum number of people in one registration; null if visitors cannot register. */
    maxPeople: integer(),
    closesHoursBefore: integer().notNull(),
    imageId: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.id] }),
    index().on(table.siteId, table.route),
    foreignKey({ columns: [table.siteId, table.imageId], foreignColumns: [images.siteId, images.id] }),
  ],
);

export const elementImages = pgTable(
  'element_images',
  {
    siteId: siteIdColumn(),
    elementId: integer().notNull(),
    imageId: integer().notNull(),
    position: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.elementId, table.imageId] }),
    foreignKey({ columns: [table.siteId, table.elementId], foreignColumns: [elements.siteId, elements.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ columns: [table.siteId, table.imageId], foreignColumns: [images.siteId, images.id] }),
  ],
);

export const elementSlots = pgTable(
  'element_slots',
  {
    siteId: siteIdColumn(),
    id: integer().notNull(),
    elementId: integer().notNull(),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    /** The maximum number of visitors; null for no limit. */
    capacity: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.id] }),
    index().on(table.siteId, table.elementId),
    foreignKey({ columns: [table.siteId, table.elementId], foreignColumns: [elements.siteId, elements.id] }).onDelete(
      'cascade',
    ),
  ],
);

export type RegistrationState = 'CONFIRMED' | 'WAITING' | 'CANCELLED';

/**
 * Registrations for a slot. They have no foreign key to it, because they outlive a deleted element until their
 * retention time ends. `title` and `startsAt` are copies of the element's title and of the slot's start.
 */
export const elementRegistrations = pgTable(
  'element_registrations',
  {
    siteId: siteIdColumn(),
    /** The waiting list is in ascending order of the ids. */
    id: integer().notNull().generatedByDefaultAsIdentity(),
    elementId: integer().notNull(),
    slotId: integer().notNull(),
    title: text().notNull(),
    startsAt: instant().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    /** `email` in lower case. */
    emailKey: text().notNull(),
    people: integer().notNull(),
    /** The chosen language of the visit as ISO 639-1 code; empty if none was chosen. */
    language: text().notNull(),
    /** The language of the mails to the visitor. */
    lang: text().$type<Lang>().notNull(),
    state: text().$type<RegistrationState>().notNull(),
    createdAt: instant().notNull().default(sql`now()`),
    /** The time at which the reminder, which visitors get the day before, was queued; null until then. */
    remindedAt: instant(),
    /** SHA-256 of the Idempotency-Key, in hexadecimal; null without the header. */
    requestKey: text(),
    /** SHA-256 of the element's id and the body without its proof of work, in hexadecimal. */
    requestHash: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.id] }),
    index().on(table.siteId, table.slotId),
    index().on(table.siteId, table.emailKey),
    uniqueIndex().on(table.siteId, table.requestKey),
  ],
);

/** The tokens of the links that cancel registrations. Each mail with such a link contains a different token. */
export const elementRegistrationTokens = pgTable(
  'element_registration_tokens',
  {
    siteId: siteIdColumn(),
    /** SHA-256 of the token, in hexadecimal. */
    tokenHash: text().notNull(),
    registrationId: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.tokenHash] }),
    index().on(table.siteId, table.registrationId),
    foreignKey({
      columns: [table.siteId, table.registrationId],
      foreignColumns: [elementRegistrations.siteId, elementRegistrations.id],
    }).onDelete('cascade'),
  ],
);
