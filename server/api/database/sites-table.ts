import { isNull, sql } from 'drizzle-orm';
import { integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Lang } from '#shared/languages.ts';

/**
 * The sites of this installation, active and removed. All other data of a site is in tables with the column `site_id`.
 */
export const sites = pgTable('sites', {
  id: integer().primaryKey(),
  name: text().notNull(),
  /** Host names of the site, each with its language, in the format of `site.json`. */
  hosts: jsonb().$type<{ name: string; lang: Lang }[]>().notNull(),
  /** Canonical origin by language. */
  origins: jsonb().$type<Partial<Record<Lang, string>>>().notNull(),
  languages: jsonb().$type<Lang[]>().notNull(),
  defaultLang: text().$type<Lang>().notNull(),
  timeZone: text().notNull(),
  /**
   * Time at which staff last changed hosts or languages in the panel; null if both are those of `site.json`. Imports
   * leave hosts and languages unchanged while this time is set.
   */
  hostingEditedAt: timestamp({ withTimezone: true }),
  /** The domain on which the site sets its cookies, as in `site.json`; null if each cookie belongs to one host only. */
  cookieDomain: text(),
  /**
   * Random key from which the TXT records that prove control of domains are computed (`site/domain-verification.ts`).
   * It is neither imported nor exported, and replaced when the data of the site are erased.
   */
  domainVerificationKey: uuid().notNull().defaultRandom(),
  /** Counter that every change of the site raises; see `changes/notify-site-changed.ts`. */
  changeCount: integer().notNull().default(0),
  importedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** Name of the site's folder in `sites/` at the last import; null if that import predates this column. */
  folder: text(),
  /**
   * Time of `npm run site -- remove`; null for an active site. The row is kept, so that the id is never given to
   * another estate.
   */
  removedAt: timestamp({ withTimezone: true }),
  /** Time of `npm run site -- remove --purge`, which erases all other data of the site. */
  purgedAt: timestamp({ withTimezone: true }),
});

export const siteHostingRevisionKind = 'sites';

export const isActiveSiteSql = isNull(sites.removedAt);

/**
 * Creates the column that every table with data of sites has. Its default is the site of the transaction, and
 * `enforceRowLevelSecurity` forces row-level security on every table with this column.
 */
export const siteIdColumn = () =>
  integer()
    .notNull()
    .default(sql`current_setting('app.site_id')::integer`)
    .references(() => sites.id);
