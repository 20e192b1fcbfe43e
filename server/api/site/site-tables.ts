import {
  type AnyPgColumn,
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { siteIdColumn } from '#server/api/database/sites-table.ts';
import { images } from '#server/api/media/media-tables.ts';
import type { Lang } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';
import type { PageKind } from '#shared/site/page-kinds.ts';
import type { ParameterKey } from '#shared/site/parameter-kinds.ts';
import type { SiteInfo, Theme } from '#shared/site/site-contract.ts';

/** `value` is typed by the kind of its key; a STRING or TEXT may be localized, a TEXT is sanitised HTML. */
export const parameters = pgTable(
  'parameters',
  {
    siteId: siteIdColumn(),
    id: integer().notNull().generatedByDefaultAsIdentity(),
    type: text().$type<ParameterKey>().notNull(),
    value: jsonb().$type<Localized | number | boolean>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.type] })],
);

export const siteInfos = pgTable('site_infos', {
  siteId: siteIdColumn().primaryKey(),
  devUrl: text().notNull(),
  prodUrl: text().notNull(),
  server: text().notNull(),
  url: text().notNull(),
  fonts: jsonb().$type<SiteInfo['fonts']>().notNull(),
  isWinemaker: boolean().notNull(),
  isECommerce: boolean().notNull(),
  isBuilding: boolean().notNull(),
  technicalFileModel: text(),
  dashboardType: text(),
});

/** Fonts are in a table of their own. */
export const themes = pgTable('themes', {
  siteId: siteIdColumn().primaryKey(),
  primary: text().notNull(),
  accent: text().notNull(),
  ink: text().notNull(),
  backgrounds: jsonb().$type<Theme['backgrounds']>().notNull(),
  menu: jsonb().$type<Theme['menu']>().notNull(),
});

export const fonts = pgTable(
  'fonts',
  {
    siteId: siteIdColumn(),
    /** The family's name. */
    name: text().notNull(),
    /** Ids in `files`. */
    files: jsonb().$type<number[]>().notNull(),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.name] })],
);

export const logos = pgTable(
  'logos',
  {
    siteId: siteIdColumn(),
    id: integer().notNull(),
    type: text().$type<'LOGO' | 'LOGO_FOOTER' | 'LOGO_LIGHT_THEME' | 'LOGO_DARK_THEME' | 'LOGO_FAVICON'>().notNull(),
    imageId: integer().notNull(),
    alt: jsonb().$type<Localized>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.id] }),
    foreignKey({ columns: [table.siteId, table.imageId], foreignColumns: [images.siteId, images.id] }),
  ],
);

/** Pages with sections. Entries of several languages may show the same page. */
export const pages = pgTable(
  'pages',
  {
    siteId: siteIdColumn(),
    id: integer().notNull(),
    title: jsonb().$type<Localized>().notNull(),
    type: text().$type<PageKind>().notNull(),
    imageId: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.id] }),
    foreignKey({ columns: [table.siteId, table.imageId], foreignColumns: [images.siteId, images.id] }),
  ],
);

/**
 * The sections of pages. `component` is a section's kind and `config` its fields as `storedSectionSchemas` has them; a section
 * of kind html has its text in `html` instead.
 */
export const pageSections = pgTable(
  'page_sections',
  {
    siteId: siteIdColumn(),
    pageId: integer().notNull(),
    /** Unique within its page. */
    id: integer().notNull(),
    position: integer().notNull(),
    kind: text().$type<'html' | 'component'>().notNull(),
    /** Sanitised. */
    html: jsonb().$type<Localized>(),
    component: text(),
    config: jsonb().$type<Record<string, unknown>>(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.pageId, table.id] }),
    foreignKey({ columns: [table.siteId, table.pageId], foreignColumns: [pages.siteId, pages.id] }).onDelete('cascade'),
  ],
);

/** The page tree, one for each language; ids are unique over all languages of the site. */
export const pageEntries = pgTable(
  'page_entries',
  {
    siteId: siteIdColumn(),
    id: integer().notNull(),
    lang: text().$type<Lang>().notNull(),
    parentId: integer(),
    /** Position among the entries with the same parent, from 0. */
    position: integer().notNull(),
    url: text().notNull(),
    menuTitle: text().notNull(),
    title: text().notNull(),
    metaDescription: text().notNull(),
    showInMenu: boolean().notNull(),
    isText: boolean().notNull(),
    type: text().notNull(),
    /** The elements that an entry of type ELEMENTS lists; empty for others. */
    elementRoute: text().notNull().default(''),
    /** The page whose sections the entry shows. */
    pageId: integer(),
    isCmsPage: boolean().notNull(),
    /** Unless empty, it replaces the whole path. */
    cmsRoute: text().notNull(),
    linkType: text().$type<'NONE' | 'INTERNAL' | 'EXTERNAL' | 'SCRIPT'>().notNull(),
    linkUrl: text().notNull(),
    /** Never part of a public response; the storefront serves it under its hash. */
    linkCode: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.id] }),
    index().on(table.siteId, table.lang),
    foreignKey({
      columns: [table.siteId, table.parentId],
      foreignColumns: [table.siteId as AnyPgColumn, table.id as AnyPgColumn],
    }).onDelete('cascade'),
    foreignKey({ columns: [table.siteId, table.pageId], foreignColumns: [pages.siteId, pages.id] }),
  ],
);

/** Public configuration. Secrets are in a separate table that no public endpoint reads. */
export const externalApps = pgTable(
  'external_apps',
  {
    siteId: siteIdColumn(),
    app: text().notNull(),
    config: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.app] })],
);

export const externalAppSecrets = pgTable(
  'external_app_secrets',
  {
    siteId: siteIdColumn(),
    app: text().notNull(),
    config: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.app] })],
);

/**
 * The visitors of the current day, so that each counts once. `visitor` is a hash under that day's salt; no IP address
 * is stored. The rows are deleted after their day.
 */
export const visits = pgTable(
  'visits',
  {
    siteId: siteIdColumn(),
    /** In UTC. */
    day: date().notNull(),
    visitor: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.day, table.visitor] })],
);

/** Visits per day and source. */
export const visitCounts = pgTable(
  'visit_counts',
  {
    siteId: siteIdColumn(),
    /** In UTC. */
    day: date().notNull(),
    /** Value of the `from` parameter, or `other` for the sources beyond the limit of a day. */
    source: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.day, table.source] })],
);

/** Salts of the visitor hashes. They are deleted after their day, so that visits cannot be attributed afterwards. */
export const visitSalts = pgTable(
  'visit_salts',
  { siteId: siteIdColumn(), day: date().notNull(), salt: text().notNull() },
  (table) => [primaryKey({ columns: [table.siteId, table.day] })],
);
