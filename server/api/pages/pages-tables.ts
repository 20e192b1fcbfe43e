import { index, integer, text } from 'drizzle-orm/pg-core';
import { generatedId, instant, jsonb, localized, parentKey, siteTable } from '#server/api/database/sites-table.ts';
import { pages } from '#server/api/site/site-tables.ts';
import type { PageContent } from '#shared/pages/page-content.ts';
import type { PageEditingContract } from '#shared/pages/page-editing-contract.ts';
import type { ThemeInput } from '#shared/site/site-input.ts';
import type { PreviewSectionRow } from './parse-draft-sections-for-preview.ts';

export type PublishRefusal =
  keyof PageEditingContract['POST /admin/page/{idPage}/version/{idVersion}/publish']['refusals'];

export interface PublishFailure<Refusal extends string = PublishRefusal> {
  refusal: Refusal;
  values: Readonly<Record<string, string | number>>;
}

/** The refusal of a scheduled publication, which is stored with the draft. */
type ScheduledPublishFailure = PublishFailure<PublishRefusal | 'editor_not_staff'>;

/**
 * The draft of each page for which staff or an import have ever saved one. The row stays after publication, so that
 * revisions never repeat.
 */
export const pageDrafts = siteTable(
  'page_drafts',
  ['pageId'],
  {
    pageId: integer().notNull(),
    revision: integer().notNull(),
    /** The content of the draft; null if the page has no draft at present. */
    content: jsonb().$type<PageContent>(),
    /** Revision of the published page on which the draft is based, or `outdatedPageRevisionSentinel`. */
    pageRevision: integer().notNull(),
    publishAt: instant(),
    /** The reason why the scheduled publication was refused; null if it has not been refused. */
    failure: jsonb().$type<ScheduledPublishFailure>(),
    editedAt: instant().notNull(),
    /** `operatorUserId` for an imported draft. The account may have been deleted since. */
    editedBy: integer().notNull(),
  },
  (table) => [parentKey(table, table.pageId, pages).onDelete('cascade')],
);

/** The current and earlier contents of pages, so that an earlier one can be published again. */
export const pageVersions = siteTable(
  'page_versions',
  ['id'],
  {
    id: generatedId(),
    pageId: integer().notNull(),
    content: jsonb().$type<PageContent>().notNull(),
    createdAt: instant().notNull(),
    /** Id of the user who published the content; null for content that was saved in another way, as by an import. */
    publishedBy: integer(),
  },
  (table) => [index().on(table.siteId, table.pageId), parentKey(table, table.pageId, pages).onDelete('cascade')],
);

/** Page contents that staff preview before publication. They expire after an hour and are deleted later. */
export const pagePreviews = siteTable(
  'page_previews',
  ['tokenHash'],
  {
    /** SHA-256 of the token in the preview's URL. */
    tokenHash: text().notNull(),
    pageId: integer().notNull(),
    title: localized(),
    imageId: integer(),
    sections: jsonb().$type<PreviewSectionRow[]>().notNull(),
    /** The theme in which the page is shown; null for the theme of the site. */
    theme: jsonb().$type<ThemeInput>(),
    userId: integer().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [parentKey(table, table.pageId, pages).onDelete('cascade')],
);
