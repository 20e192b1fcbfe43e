import { and, eq, sql } from 'drizzle-orm';
import { saveRows } from '#server/api/changes/save-rows.ts';
import { lockIdsOrFindMissing } from '#server/api/database/ids.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import {
  createTableRows,
  type RowsOfTable,
  type SaveOutcome,
  type StoredRowWithoutSiteId,
} from '#server/api/database/table-rows.ts';
import { images } from '#server/api/media/media-tables.ts';
import { type FindTextImageAttributes, readEmbeddedImageLookup } from '#server/api/media/text-images.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import type { Localized } from '#shared/localized.ts';
import { refuse } from '#shared/outcome.ts';
import type { PageInput, SectionInput } from '#shared/site/page-input.ts';
import { pageResourceSpec } from '#shared/site/site-resource-specs.ts';
import { renderLocalizedRichText } from './render-text.ts';
import { findImageIds } from './resolve-config.ts';
import { pageSections, pages } from './site-tables.ts';

export const toPageRows = (list: readonly PageInput[], findPicture: FindTextImageAttributes): RowsOfTable[] => [
  createTableRows(
    pages,
    list.map(({ id, title, type, image }) => ({ id, title, type, imageId: image })),
  ),
  createTableRows(
    pageSections,
    list.flatMap(({ id, sections }) =>
      sections.map((section, position) => ({ pageId: id, position, ...toSectionRow(section, findPicture) })),
    ),
    { pageId: list.map(({ id }) => id) },
  ),
];

/** Converts a section to the columns that store its content, with sanitised HTML. */
export function toSectionRow(section: SectionInput, findPicture: FindTextImageAttributes) {
  if (section.kind === 'html') {
    const { id, kind, text } = section;
    return { id, kind, html: renderLocalizedRichText(text, findPicture), config: null };
  }
  const { id, kind, ...config } = section;
  return { id, kind, html: null, config };
}

/** Saves a page with its sections. Sections that the input leaves out are deleted. */
export async function savePage(tx: SiteTx, page: PageInput): Promise<SaveOutcome> {
  if ((await lockIdsOrFindMissing(tx, images, findImageIds(page.sections))).length > 0)
    return refuse('unknown_reference', { values: { field: 'sections' } });
  const texts = page.sections.flatMap((section) => (section.kind === 'html' ? [section.text] : []));
  return saveRows(tx, toPageRows([page], await readEmbeddedImageLookup(tx, ...texts)));
}

type StoredPage = StoredRowWithoutSiteId<typeof pages> & { sections: StoredRowWithoutSiteId<typeof pageSections>[] };

const toPageInput = ({ imageId, sections, ...page }: StoredPage): PageInput => ({
  ...page,
  image: imageId,
  sections: sections.map(toSectionInput),
});

const toSectionInput = ({ id, kind, html, config }: StoredPage['sections'][number]): SectionInput =>
  kind === 'html' ? { id, kind, text: { html: html ?? '' } } : ({ id, kind, ...config } as SectionInput);

/** Assigns ids to new sections, which are unique within their page. */
function withSectionIds(sections: unknown): unknown {
  if (!Array.isArray(sections)) return sections;
  let lastId = Math.max(0, ...sections.map((section) => Number(section?.id ?? 0)));
  return sections.map((section) => (section?.id === undefined ? { ...section, id: ++lastId } : section));
}

export const pageResource = defineResource({
  ...pageResourceSpec,
  table: pages,
  save: savePage,
  toInput: toPageInput,
  parts: { sections: { table: pageSections, foreignKey: 'pageId' } },
  completeInput: async (_, input) => ({ ...input, sections: withSectionIds(input.sections) }),
});

export async function listPagesWithForm(tx: SiteTx, formId: number): Promise<Localized[]> {
  const section = and(
    eq(pageSections.siteId, pages.siteId),
    eq(pageSections.pageId, pages.id),
    eq(pageSections.kind, 'form'),
    sql`${pageSections.config} @> ${JSON.stringify({ form: formId })}::jsonb`,
  );
  const isShown = sql`exists (select from ${pageSections} where ${section})`;
  const rows = await tx.select({ title: pages.title }).from(pages).where(isShown).orderBy(pages.id);
  return rows.map(({ title }) => title);
}
