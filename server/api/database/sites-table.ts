import { isNull, sql } from 'drizzle-orm';
import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Lang } from '#shared/languages.ts';

/** The sites, the only table that all of them share. All other data of a site is in tables with `site_id`. */
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
  /** The name of its folder in `sites/` at the last import; null if that was before the name was recorded. */
  folder: text(),
  /** Set by `site remove`. The row remains, so that no other estate is ever given the id. */
  removedAt: timestamp({ withTimezone: true }),
  /** Set by `site remove --purge`, which erases all other data of the site. */
  purgedAt: timestamp({ withTimezone: true }),
});

export const isActiveSiteSql = isNull(sites.removedAt);

/**
 * The column of every table with data of sites. Its default is the transaction's site, and `protect-tables.ts` forces
 * row-level security on tables that have it.
 */
export const siteIdColumn = () =>
  integer()
    .notNull()
    .default(sql`current_setting('app.site_id')::integer`)
    .references(() => sites.id);
