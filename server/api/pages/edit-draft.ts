import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import type { PickLocalizedText } from '#server/api/contract/contract-route.ts';
import { lockSiteForEdit } from '#server/api/database/site-import-lock.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { queueJob } from '#server/api/jobs/queue-job.ts';
import { readEmbeddedImageLookup } from '#server/api/media/text-images.ts';
import { renderLocalizedRichText } from '#server/api/site/site.ts';
import { LocalizedMarkdownOrHtml } from '#shared/localized-markdown-or-html.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import type { DraftSection, PageContent } from '#shared/pages/page-content.ts';
import { pageEditLimits } from '#shared/pages/page-edit-limits.ts';
import type { PublishedPage } from '#shared/pages/page-editing-contract.ts';
import {
  type DraftRow,
  lockOrCreateEmptyDraft,
  readDraftWithEditorEmail,
  updateLockedDraft,
} from './pages-repository.ts';
import type { PublishRefusal } from './pages-tables.ts';
import { publishContent, readPublishedPage } from './publish-content.ts';

export const publishPageTaskName = 'publish-page';

const draftResource = 'page-draft';
const dayMs = 86_400_000;

interface DraftEditInput {
  pageId: number;
  revision: number;
  userId: number;
  now: Date;
}

type StaleDraft = 'not_found' | 'stale_revision';

/** Locks a draft, unless the page does not exist or the draft has changed since the caller read it. */
async function lockCurrentDraft(tx: SiteTx, pageId: number, revision: number): Promise<Outcome<DraftRow, StaleDraft>> {
  await lockSiteForEdit(tx);
  if (!(await readPublishedPage(tx, pageId))) return refuse('not_found');
  const draft = await lockOrCreateEmptyDraft(tx, pageId);
  return draft.revision === revision
    ? ok(draft)
    : { ...refuse('stale_revision'), current: await readDraftWithEditorEmail(tx, pageId) };
}

interface SaveDraftInput extends DraftEditInput {
  pageRevision: number;
  publishAt: Date | null;
  content: PageContent;
}

/** Saves the draft of a page, and schedules its publication unless `publishAt` is null. */
export async function scheduleDraft(
  tx: SiteTx,
  { pageId, revision, pageRevision, publishAt, content, userId, now }: SaveDraftInput,
): Promise<Outcome<null, StaleDraft | 'publish_time_invalid'>> {
  const locked = await lockCurrentDraft(tx, pageId, revision);
  if (!locked.ok) return locked;
  const delayMs = publishAt === null ? null : publishAt.getTime() - now.getTime();
  if (delayMs !== null && (delayMs <= 0 || delayMs > pageEditLimits.scheduleDays * dayMs))
    return refuse('publish_time_invalid');
  const saved = { ...content, sections: await sanitiseSections(tx, content.sections) };
  await changeDraft(tx, locked.value, { content: saved, publishAt, pageRevision }, { userId, now });
  if (publishAt) await queueJob(tx, publishPageTaskName, { page: pageId, revision: revision + 1 }, publishAt);
  return ok(null);
}

export async function sanitiseSections(tx: SiteTx, sections: readonly DraftSection[]): Promise<DraftSection[]> {
  const texts = sections.map(({ kind, text }) =>
    kind === 'html' ? LocalizedMarkdownOrHtml.safeParse(text).data : undefined,
  );
  const findPicture = await readEmbeddedImageLookup(tx, ...texts.filter((text) => text !== undefined));
  return sections.map((section, index) => {
    const text = texts[index];
    return text ? { ...section, text: { html: renderLocalizedRichText(text, findPicture) } } : section;
  });
}

type DraftState = Pick<DraftRow, 'content' | 'publishAt' | 'pageRevision'>;

/** Saves a draft whose row the caller has locked, and records the change in the audit log. */
async function changeDraft(
  tx: SiteTx,
  draft: DraftRow,
  change: DraftState,
  { userId, now }: Pick<DraftEditInput, 'userId' | 'now'>,
): Promise<void> {
  await updateLockedDraft(tx, draft, { ...change, failure: null, editedAt: now, editedBy: userId });
  const toItem = ({ content, publishAt }: DraftState) =>
    content && { ...content, publishAt: publishAt?.toISOString() ?? null };
  const [before, after] = [toItem(draft), toItem(change)];
  const action = after === null ? 'DELETE' : before === null ? 'CREATE' : 'UPDATE';
  if (before !== null || after !== null)
    await recordStaffChange(tx, { userId, resource: draftResource, key: draft.pageId, action, before, after });
}

const noDraft: DraftState = { content: null, publishAt: null, pageRevision: 0 };

export async function deleteDraft(
  tx: SiteTx,
  { pageId, revision, ...editor }: DraftEditInput,
): Promise<Outcome<null, StaleDraft>> {
  const locked = await lockCurrentDraft(tx, pageId, revision);
  if (!locked.ok) return locked;
  await changeDraft(tx, locked.value, noDraft, editor);
  return ok(null);
}

/** Publishes the draft of a page. After a refusal the transaction must be rolled back. */
export async function publishDraft(
  tx: SiteTx,
  { pageId, revision, userId, now }: DraftEditInput,
  pickLanguage: PickLocalizedText,
): Promise<Outcome<PublishedPage, PublishRefusal | 'no_draft'>> {
  const locked = await lockCurrentDraft(tx, pageId, revision);
  if (!locked.ok) return locked;
  const { content, pageRevision } = locked.value;
  if (content === null) return refuse('no_draft');
  const published = await publishContent(tx, { pageId, content, revision: pageRevision, userId, pickLanguage });
  if (published.ok)
    await updateLockedDraft(tx, locked.value, { ...noDraft, failure: null, editedAt: now, editedBy: userId });
  return published;
}
