import { boolean, foreignKey, integer, jsonb, pgTable, primaryKey, timestamp } from 'drizzle-orm/pg-core';
import { siteIdColumn } from '#server/api/database/sites-table.ts';
import { images } from '#server/api/media/media-tables.ts';
import type { Localized } from '#shared/localized.ts';
import type { ServiceInput } from '#shared/services/service-input.ts';

export const services = pgTable(
  'services',
  {
    siteId: siteIdColumn(),
    id: integer().notNull(),
    position: integer().notNull(),
    slug: jsonb().$type<Localized>().notNull(),
    title: jsonb().$type<Localized>().notNull(),
    /** The summary in plain text. */
    summary: jsonb().$type<Localized>().notNull(),
    /** Sanitised HTML. */
    html: jsonb().$type<Localized>().notNull(),
    tags: jsonb().$type<string[]>().notNull(),
    membersOnly: boolean('is_members_only').notNull(),
    /** The price of the service in cents; null if no price is stated. */
    price: integer(),
    schedules: jsonb().$type<ServiceInput['schedules']>().notNull(),
    closures: jsonb().$type<ServiceInput['closures']>().notNull(),
    updatedAt: timestamp({ withTimezone: true }).notNull(),
    imageId: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.id] }),
    foreignKey({ columns: [table.siteId, table.imageId], foreignColumns: [images.siteId, images.id] }),
  ],
);
