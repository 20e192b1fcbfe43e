import { type BuildExtraConfigColumns, isNull, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  customType,
  foreignKey,
  integer,
  type PgColumnBuilderBase,
  type PgTableExtraConfigValue,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Lang } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';

/** A column of JSON. That of drizzle would parse a text such as "1855" again, which the driver has parsed, and make it a number. */
export const jsonb = customType<{ data: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(value),
});
export const instant = () => timestamp({ withTimezone: true });
export const now = () => instant().notNull().defaultNow();
export const localized = () => jsonb().$type<Localized>().notNull();
export const generatedId = () => integer().notNull().generatedByDefaultAsIdentity();

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
  hostingEditedAt: instant(),
  /** The domain on which the site sets its cookies, as in `site.json`; null if each cookie belongs to one host only. */
  cookieDomain: text(),
  /**
   * Random key from which the TXT records that prove control of domains are computed (`site/check-domains.ts`).
   * It is neither imported nor exported, and replaced when the data of the site are erased.
   */
  domainVerificationKey: uuid().notNull().defaultRandom(),
  /** Counter that every change of the site raises; see `changes/notify-site-changed.ts`. */
  changeCount: integer().notNull().default(0),
  importedAt: now(),
  /** Name of the site's folder in `sites/` at the last import; null if that import predates this column. */
  folder: text(),
  /**
   * Time of `npm run site -- remove`; null for an active site. The row is kept, so that the id is never given to
   * another estate.
   */
  removedAt: instant(),
  /** Time of `npm run site -- remove --purge`, which erases all other data of the site. */
  purgedAt: instant(),
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

/**
 * Defines a table with data of sites.
 * @param key The columns that, after `site_id`, are the primary key.
 */
export function siteTable<Name extends string, Columns extends Record<string, PgColumnBuilderBase>>(
  name: Name,
  key: readonly (keyof NoInfer<Columns> & string)[],
  columns: Columns,
  extras: (
    table: BuildExtraConfigColumns<Name, { siteId: ReturnType<typeof siteIdColumn> } & Columns, 'pg'>,
  ) => PgTableExtraConfigValue[] = () => [],
) {
  return pgTable(name, { siteId: siteIdColumn(), ...columns }, (table) => {
    const columnOf = (property: string) => table[property as 'siteId'];
    return [primaryKey({ columns: [table.siteId, ...key.map(columnOf)] }), ...extras(table)];
  });
}

/** The foreign key of a row to a parent of the same site. */
export const parentKey = (
  table: { siteId: AnyPgColumn },
  column: AnyPgColumn,
  parent: { siteId: AnyPgColumn; id: AnyPgColumn },
) => foreignKey({ columns: [table.siteId, column], foreignColumns: [parent.siteId, parent.id] });
