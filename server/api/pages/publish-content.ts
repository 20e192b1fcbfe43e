import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, inArray, notInArray } from 'drizzle-orm';
import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import { products } from '#server/api/catalogue/catalogue-tables.ts';
import type { PickLocalizedText } from '#server/api/contract/contract-route.ts';
import { lockIdsOrFindMissing } from '#server/api/database/ids.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { forms } from '#server/api/forms/forms-tables.ts';
import { images } from '#server/api/media/media-tables.ts';
import { updateItem } from '#server/api/resources/edit-item.ts';
import { readItem } from '#server/api/resources/resource.ts';
import { findImageIds } from '#server/api/site/resolve-config.ts';
import { pageResource } from '#server/api/site/site.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import type { PageContent } from '#shared/pages/page-content.ts';
import { pageEditLimits } from '#shared/pages/page-edit-limits.ts';
import type { PublishedPage } from '#shared/pages/page-editing-contract.ts';
import { PageInput, type SectionInput } from '#shared/site/page-input.ts';
import { listFormIds } from '#shared/site/section-forms.ts';
import { readPageVersions } from './pages-repository.ts';
import { type PublishFailure, type PublishRefusal, pageVersions } from './pages-tables.ts';

type NewVersion = Omit<typeof pageVersions.$inferInsert, 'siteId' | 'id'>;

/** Adds `versions` of a page, which are given oldest first, and deletes the oldest ones beyond the maximum number. */
async function insertVersion(tx: SiteTx, pageId: number, versions: readonly NewVersion[]): Promise<void> {
  for (const version of versions) await tx.insert(pageVersions).values(version);
  const kept = tx
    .select({ id: pageVersions.id })
    .from(pageVersions)
    .where(eq(pageVersions.pageId, pageId))
    .orderBy(desc(pageVersions.id))
    .limit(pageEditLimits.versions);
  await tx.delete(pageVersions).where(and(eq(pageVersions.pageId, pageId), notInArray(pageVersions.id, kept)));
}

interface PublishContentInput {
  pageId: number;
  content: PageContent;
  /** The revision of the published page on which the content is based. */
  revision: number;
  userId: number;
  pickLanguage: PickLocalizedText;
}

/** @returns Null if the page does not exist. */
export async function readPublishedPage(
  tx: SiteTx,
  pageId: number,
): Promise<(PublishedPage & Pick<PageInput, 'type'>) | null> {
  const stored = await readItem(tx, pageResource, pageId);
  if (!stored) return null;
  const { type, title, image, sections } = stored.item;
  return { type, revision: stored.revision, content: { title, image, sections } };
}

/**
 * Finds the first section that shows a product, form or picture that visitors could not see, because it was deleted or
 * archived since the section was written.
 */
async function findMissingOrArchivedReference(
  tx: SiteTx,
  sections: readonly SectionInput[],
  pickLanguage: PickLocalizedText,
): Promise<PublishFailure | null> {
  for (const [index, section] of sections.entries()) {
    const found = (await findInSection(tx, section, pickLanguage)) ?? null;
    if (found) return { refusal: found.refusal, values: { section: index + 1, name: found.name } };
  }
  return null;
}

interface MissingReference {
  refusal: PublishFailure['refusal'];
  /** The name of the missing item, or its id if its name is no longer known. */
  name: string;
}

async function findInSection(
  tx: SiteTx,
  section: SectionInput,
  pickLanguage: PickLocalizedText,
): Promise<MissingReference | undefined> {
  const [picture] = await lockIdsOrFindMissing(tx, images, findImageIds(section));
  if (picture !== undefined) return { refusal: 'picture_missing', name: String(picture) };
  if (section.kind === 'products') return findMissingProduct(tx, section.products ?? [], pickLanguage);
  const [form] = await lockIdsOrFindMissing(tx, forms, listFormIds([section]));
  return form === undefined ? undefined : { refusal: 'form_missing', name: String(form) };
}

async function findMissingProduct(
  tx: SiteTx,
  ids: readonly number[],
  pickLanguage: PickLocalizedText,
): Promise<MissingReference | undefined> {
  if (ids.length === 0) return undefined;
  const rows = await tx
    .select({ id: products.id, name: products.name, archivedAt: products.archivedAt })
    .from(products)
    .where(inArray(products.id, [...ids]));
  const missing = ids.find((id) => !rows.some((row) => row.id === id && row.archivedAt === null));
  if (missing === undefined) return undefined;
  const archived = rows.find(({ id }) => id === missing);
  return { refusal: 'product_missing', name: archived ? pickLanguage(archived.name) : String(missing) };
}

/**
 * Replaces the published content of a page, keeps the replaced and the new content as versions, and records the change
 * in the audit log. After a refusal the transaction must be rolled back.
 */
export async function publishContent(
  tx: SiteTx,
  { pageId, content, revision, userId, pickLanguage }: PublishContentInput,
): Promise<Outcome<PublishedPage, PublishRefusal>> {
  const before = await readPublishedPage(tx, pageId);
  if (!before) return refuse('not_found');
  const input = { id: pageId, type: before.type, ...content };
  const parsed = PageInput.safeParse(input);
  if (!parsed.success) return { ...refuse('invalid_input'), input, issues: parsed.error.issues };
  const missing = await findMissingOrArchivedReference(tx, parsed.data.sections, pickLanguage);
  if (missing) return refuse(missing.refusal, { values: missing.values });

  const saved = await updateItem(tx, pageResource, input, { key: pageId, revision });
  if (!saved.ok) return toPublishRefusal(saved, before);
  const after = await readPublishedPage(tx, pageId);
  if (!after) throw new Error('the published page was not found');
  await keepVersions(tx, pageId, { before: before.content, after: after.content, userId });
  await recordStaffChange(tx, {
    userId,
    resource: pageResource,
    key: pageId,
    action: 'UPDATE',
    before: { ...before.content },
    after: { ...after.content },
  });
  return ok({ revision: after.revision, content: after.content });
}

type EditRefusal = Extract<Awaited<ReturnType<typeof updateItem>>, { ok: false }>;

function toPublishRefusal(refused: EditRefusal, { revision, content }: PublishedPage): Outcome<never, PublishRefusal> {
  switch (refused.refusal) {
    case 'stale_revision':
      return { ...refuse('page_changed'), current: { revision, content } };
    case 'not_found':
    case 'invalid_input':
    case 'unknown_reference':
      return { ...refused, refusal: refused.refusal };
    default:
      throw new Error(`a page cannot be refused with ${refused.refusal}`);
  }
}

interface ReplacedContent {
  before: PageContent;
  after: PageContent;
  userId: number;
}

/**
 * Stores the new content as a version. The replaced content is stored as well if it is not a version yet, for example
 * because an import has saved it.
 */
async function keepVersions(tx: SiteTx, pageId: number, { before, after, userId }: ReplacedContent): Promise<void> {
  const [newest] = await readPageVersions(tx, pageId);
  const createdAt = new Date();
  const isKept = newest !== undefined && isDeepStrictEqual(newest.version.content, before);
  await insertVersion(tx, pageId, [
    ...(isKept ? [] : [{ pageId, content: before, createdAt, publishedBy: null }]),
    { pageId, content: after, createdAt, publishedBy: userId },
  ]);
}
