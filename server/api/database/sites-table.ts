import { sql } from 'drizzle-orm';
import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Lang } from '#shared/languages.ts';

/** The estates that the API knows: the one table that all share. What else a site has is in tables with `site_id`. */
export const sites = pgTable('sites', {
  id: integer().primaryKey(),
  name: text().notNull(),
  /** As in `site.json`, each with its language. */
  hosts: jsonb().$type<{ name: string; lang: Lang }[]>().notNull(),
  /** Language → canonical origin. */
  origins: jsonb().$type<Partial<Record<Lang, string>>>().notNull(),
  languages: jsonb().$type<Lang[]>().notNull(),
  defaultLang: text().$type<Lang>().notNull(),
  timeZone: text().notNull(),
  /** Grows with every change of the site; see `changes/notify-site-changed.ts`. */
  changeCount: integer().notNull().default(0),
  importedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/**
 * The column that makes a table a site's. It fills itself from the transaction's site, and wherever it exists
 * `protect-tables.ts` forces row-level security.
 */
export const siteId = () =>
  integer()
    .notNull()
    .default(sql`current_setting('app.site_id')::integer`)
    .references(() => sites.id);
