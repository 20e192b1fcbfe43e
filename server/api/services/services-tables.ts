import { boolean, integer } from 'drizzle-orm/pg-core';
import { instant, jsonb, localized, parentKey, siteTable } from '#server/api/database/sites-table.ts';
import { images } from '#server/api/media/media-tables.ts';
import type { ServiceInput } from '#shared/services/service-input.ts';

export const services = siteTable(
  'services',
  ['id'],
  {
    id: integer().notNull(),
    position: integer().notNull(),
    slug: localized(),
    title: localized(),
    /** The summary in plain text. */
    summary: localized(),
    /** Sanitised HTML. */
    html: localized(),
    tags: jsonb().$type<string[]>().notNull(),
    membersOnly: boolean('is_members_only').notNull(),
    /** The price of the service in cents; null if no price is stated. */
    price: integer(),
    schedules: jsonb().$type<ServiceInput['schedules']>().notNull(),
    closures: jsonb().$type<ServiceInput['closures']>().notNull(),
    updatedAt: instant().notNull(),
    imageId: integer(),
  },
  (table) => [parentKey(table, table.imageId, images)],
);
