import { boolean, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { generatedId, jsonb, localized, parentKey, siteIdColumn, siteTable } from '#server/api/database/sites-table.ts';
import { images } from '#server/api/media/media-tables.ts';
import type { Lang } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';
import type { PageEntryKind } from '#shared/site/page-entry-kinds.ts';
import type { ParameterKey } from '#shared/site/parameter-definitions.ts';
import type { Popup } from '#shared/site/popup-contract.ts';
import type { PopupPageKind } from '#shared/site/popup-page-kinds.ts';
import type { SiteInfo, Theme } from '#shared/site/site-contract.ts';

/**
 * Parameters of a site. The type of `value` follows from the kind of the key: a STRING or TEXT may be localized, and a
 * TEXT is sanitised HTML, except SCRIPTS_TO_LOAD.
 */
export const parameters = siteTable('parameters', ['type'], {
  id: generatedId(),
  type: text().$type<ParameterKey>().notNull(),
  value: jsonb().$type<Localized | number | boolean>().notNull(),
});

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

export const themes = pgTable('themes', {
  siteId: siteIdColumn().primaryKey(),
  primary: text().notNull(),
  accent: text().notNull(),
  ink: text().notNull(),
  backgrounds: jsonb().$type<Theme['backgrounds']>().notNull(),
  menu: jsonb().$type<Theme['menu']>().notNull(),
});

export const fonts = siteTable('fonts', ['name'], {
  /** Name of the font family. */
  name: text().notNull(),
  /** Ids of the font's files in the table `files`. */
  files: jsonb().$type<number[]>().notNull(),
  position: integer().notNull(),
});

export const logos = siteTable(
  'logos',
  ['id'],
  {
    id: integer().notNull(),
    type: text().$type<'LOGO' | 'LOGO_FOOTER' | 'LOGO_LIGHT_THEME' | 'LOGO_DARK_THEME' | 'LOGO_FAVICON'>().notNull(),
    imageId: integer().notNull(),
    alt: localized(),
  },
  (table) => [parentKey(table, table.imageId, images)],
);

/** Pages with sections. Entries of page trees in several languages may show the same page. */
export const pages = siteTable(
  'pages',
  ['id'],
  {
    id: integer().notNull(),
    title: localized(),
    type: text().$type<PageEntryKind>().notNull(),
    imageId: integer(),
  },
  (table) => [parentKey(table, table.imageId, images)],
);

/**
 * The sections of pages. `config` contains the fields of a section according to `sectionInputSchemas`, except that a
 * section of the kind `html` has its text in `html`.
 */
export const pageSections = siteTable(
  'page_sections',
  ['pageId', 'id'],
  {
    pageId: integer().notNull(),
    /** Id of the section, unique within its page. */
    id: integer().notNull(),
    position: integer().notNull(),
    kind: text().notNull(),
    /** Text of a section of the kind `html`, sanitised. */
    html: jsonb().$type<Localized>(),
    config: jsonb().$type<Record<string, unknown>>(),
  },
  (table) => [parentKey(table, table.pageId, pages).onDelete('cascade')],
);

/** The entries of the page trees, one tree for each language. Ids are unique over all languages of the site. */
export const pageEntries = siteTable(
  'page_entries',
  ['id'],
  {
    id: integer().notNull(),
    lang: text().$type<Lang>().notNull(),
    parentId: integer(),
    /** Position among the entries with the same parent, starting at 0. */
    position: integer().notNull(),
    url: text().notNull(),
    menuTitle: text().notNull(),
    title: text().notNull(),
    metaDescription: text().notNull(),
    showInMenu: boolean('is_in_menu').notNull(),
    isText: boolean().notNull(),
    type: text().notNull(),
    /**
     * For the type ELEMENTS: the `route` whose elements the entry lists. Empty for other types.
     */
    elementRoute: text().notNull().default(''),
    /** The page whose sections the entry shows. */
    pageId: integer(),
    isCmsPage: boolean().notNull(),
    /** URL path of the entry. Unless it is empty, it replaces the path that the tree would give. */
    cmsRoute: text().notNull(),
    linkType: text().$type<'NONE' | 'INTERNAL' | 'EXTERNAL' | 'SCRIPT'>().notNull(),
    linkUrl: text().notNull(),
    /**
     * JavaScript of a link of the type `SCRIPT`. It is never part of a public response; the storefront serves it under
     * its hash.
     */
    linkCode: text().notNull(),
  },
  (table) => [
    index().on(table.siteId, table.lang),
    parentKey(table, table.parentId, table).onDelete('cascade'),
    parentKey(table, table.pageId, pages),
  ],
);

export const popups = siteTable(
  'popups',
  ['id'],
  {
    id: integer().notNull(),
    kind: text().$type<Popup['kind']>().notNull(),
    title: localized(),
    /** Sanitised HTML. */
    html: localized(),
    imageId: integer(),
    button: jsonb().$type<{ label: Localized; url: Localized }>(),
    startsOn: date(),
    endsOn: date(),
    pageKinds: jsonb().$type<PopupPageKind[]>().notNull(),
    /** Ids of page tree entries. An entry that no longer exists matches no page. */
    pageEntries: jsonb().$type<number[]>().notNull(),
    /** The delay after which the popup appears, in seconds; null for a popup that appears when the visitor scrolls. */
    delaySeconds: integer(),
    isShownOnEveryReload: boolean().notNull(),
    isScrollLocked: boolean().notNull(),
  },
  (table) => [parentKey(table, table.imageId, images)],
);

/**
 * Public configuration of external applications. Their secrets are in a separate table, whose content no response
 * contains.
 */
export const externalApps = siteTable('external_apps', ['app'], {
  app: text().notNull(),
  config: jsonb().$type<Record<string, unknown>>().notNull(),
});

export const externalAppSecrets = siteTable('external_app_secrets', ['app'], {
  app: text().notNull(),
  config: jsonb().$type<Record<string, unknown>>().notNull(),
});

export const tags = siteTable('tags', ['slug'], {
  slug: text().notNull(),
  label: localized(),
  position: integer().notNull(),
});

/**
 * The visitors of the current day, so that each is counted once. `visitor` is a hash with that day's salt; no IP
 * address is stored. The rows are deleted after their day.
 */
export const countedVisitorsOfToday = siteTable('visits', ['day', 'visitor'], {
  /** Day of the visit in the site's time zone. */
  day: date().notNull(),
  visitor: text().notNull(),
});

export const visitCounts = siteTable('visit_counts', ['day', 'source'], {
  /** Day of the visits in the site's time zone. */
  day: date().notNull(),
  /** Value of the parameter `from`, or `other` for sources beyond the daily limit. */
  source: text().notNull(),
  count: integer().notNull(),
});

/**
 * Salts of the visitor hashes. Each is deleted after its day, so that visits can no longer be attributed to a visitor.
 */
export const visitSalts = siteTable('visit_salts', ['day'], { day: date().notNull(), salt: text().notNull() });
