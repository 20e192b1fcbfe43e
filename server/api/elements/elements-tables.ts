import { index, integer, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { generatedId, instant, jsonb, localized, now, parentKey, siteTable } from '#server/api/database/sites-table.ts';
import { images } from '#server/api/media/media-tables.ts';
import type { ElementStatus } from '#shared/elements/registration-rules.ts';
import type { Lang } from '#shared/languages.ts';

/** The elements of all routes, such as events. */
export const elements = siteTable(
  'elements',
  ['id'],
  {
    id: integer().notNull(),
    route: text().notNull(),
    slug: localized(),
    title: localized(),
    /** The summary in plain text. */
    summary: localized(),
    /** Sanitised HTML. */
    html: localized(),
    publishedAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** Slugs of tags. */
    tags: jsonb().$type<string[]>().notNull().default([]),
    place: localized(),
    /** The postal address of the event; empty if the event takes place at the estate. */
    placeAddress: localized(),
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
  (table) => [index().on(table.siteId, table.route), parentKey(table, table.imageId, images)],
);

export const elementImages = siteTable(
  'element_images',
  ['elementId', 'imageId'],
  {
    elementId: integer().notNull(),
    imageId: integer().notNull(),
    position: integer().notNull(),
  },
  (table) => [parentKey(table, table.elementId, elements).onDelete('cascade'), parentKey(table, table.imageId, images)],
);

export const elementSlots = siteTable(
  'element_slots',
  ['id'],
  {
    id: integer().notNull(),
    elementId: integer().notNull(),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    /** The maximum number of visitors; null for no limit. */
    capacity: integer(),
  },
  (table) => [
    index().on(table.siteId, table.elementId),
    parentKey(table, table.elementId, elements).onDelete('cascade'),
  ],
);

export type RegistrationState = 'CONFIRMED' | 'WAITING' | 'CANCELLED';

/**
 * Registrations for a slot. They have no foreign key to it, because they outlive a deleted element until their
 * retention time ends. `title` and `startsAt` are copies of the element's title and of the slot's start.
 */
export const elementRegistrations = siteTable(
  'element_registrations',
  ['id'],
  {
    /** The waiting list is in ascending order of the ids. */
    id: generatedId(),
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
    createdAt: now(),
    /** The time at which the reminder, which visitors get the day before, was queued; null until then. */
    remindedAt: instant(),
    /** SHA-256 of the Idempotency-Key, in hexadecimal; null without the header. */
    requestKey: text(),
    /** SHA-256 of the element's id and the body without its proof of work, in hexadecimal. */
    requestHash: text().notNull(),
  },
  (table) => [
    index().on(table.siteId, table.slotId),
    index().on(table.siteId, table.emailKey),
    uniqueIndex().on(table.siteId, table.requestKey),
  ],
);

/** The tokens of the links that cancel registrations. Each mail with such a link contains a different token. */
export const elementRegistrationTokens = siteTable(
  'element_registration_tokens',
  ['tokenHash'],
  {
    /** SHA-256 of the token, in hexadecimal. */
    tokenHash: text().notNull(),
    registrationId: integer().notNull(),
  },
  (table) => [
    index().on(table.siteId, table.registrationId),
    parentKey(table, table.registrationId, elementRegistrations).onDelete('cascade'),
  ],
);
