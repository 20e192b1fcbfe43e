import { and, isNotNull, lt, lte } from 'drizzle-orm';
import { isStaffMember } from '#server/api/accounts/accounts.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { type JobDefinitions, type JobTask, readIdFromPayload } from '#server/api/jobs/task-list.ts';
import { readDefaultLang } from '#server/api/site/site.ts';
import { resolveLocalized } from '#shared/localized.ts';
import { refuse } from '#shared/outcome.ts';
import { pageEditLimits } from '#shared/pages/page-edit-limits.ts';
import { publishDraft, publishPageTaskName } from './edit-draft.ts';
import {
  lockOrCreateEmptyDraft,
  operatorUserId,
  readDraftWithEditorEmail,
  updateLockedDraft,
} from './pages-repository.ts';
import { pageDrafts, pagePreviews, pageVersions } from './pages-tables.ts';

async function deletePageVersionsBefore(tx: SiteTx, before: Date): Promise<void> {
  await tx.delete(pageVersions).where(lt(pageVersions.createdAt, before));
}

async function deleteExpiredPreviews(tx: SiteTx, now: Date): Promise<void> {
  await tx.delete(pagePreviews).where(lte(pagePreviews.expiresAt, now));
}

const findOverdueDrafts = (tx: SiteTx, before: Date) =>
  tx
    .select({ pageId: pageDrafts.pageId, revision: pageDrafts.revision })
    .from(pageDrafts)
    .where(and(isNotNull(pageDrafts.content), lt(pageDrafts.publishAt, before)));

type SiteOfJob = Pick<Parameters<JobTask>[0], 'db' | 'siteId'>;

/**
 * A publication that is this late was not published by the job for its time, for example because a backup was restored.
 */
const overdueAfterMs = 5 * 60_000;

/**
 * Publishes a draft on behalf of the user who scheduled it, if that user is still a member of staff, or of the operator
 * who imported it. A refusal is stored with the draft, whose publication is then no longer scheduled.
 * @param revision The draft is left unchanged if its revision differs, because it was rescheduled or published since.
 */
async function publishScheduledDraft({ db, siteId }: SiteOfJob, pageId: number, revision: number): Promise<void> {
  const now = new Date();
  const outcome = await withSiteTransactionOrRollback(db, siteId, async (tx) => {
    const stored = await readDraftWithEditorEmail(tx, pageId);
    if (!stored?.draft.publishAt || stored.draft.revision !== revision) return refuse('no_draft');
    const userId = stored.draft.editedBy;
    if (userId !== operatorUserId && !(await isStaffMember(tx, userId))) return refuse('editor_not_staff');
    const lang = await readDefaultLang(tx);
    const edit = { pageId, revision, userId, now };
    return publishDraft(tx, edit, (text) => resolveLocalized(text, lang, lang));
  });
  if (outcome.ok || outcome.refusal === 'no_draft' || outcome.refusal === 'not_found') return;
  const failure = { refusal: outcome.refusal, values: outcome.values ?? {} };
  await withSiteTransaction(db, siteId, async (tx) => {
    const draft = await lockOrCreateEmptyDraft(tx, pageId);
    if (draft.revision === revision) await updateLockedDraft(tx, draft, { publishAt: null, failure });
  });
}

const publishOverdueDrafts: JobTask = async ({ db, siteId, signal }) => {
  const before = new Date(Date.now() - overdueAfterMs);
  const overdue = await withSiteTransaction(db, siteId, (tx) => findOverdueDrafts(tx, before));
  for (const { pageId, revision } of overdue)
    if (!signal.aborted) await publishScheduledDraft({ db, siteId }, pageId, revision);
};

export const pagesJobs = {
  tasks: {
    [publishPageTaskName]: (job) =>
      publishScheduledDraft(job, readIdFromPayload(job.payload, 'page'), readIdFromPayload(job.payload, 'revision')),
  },
  daily: {
    'tidy-page-edits': async (tx) => {
      const now = new Date();
      await deleteExpiredPreviews(tx, now);
      await deletePageVersionsBefore(tx, new Date(now.getTime() - pageEditLimits.versionAgeDays * 86_400_000));
    },
  },
  hourly: { 'publish-overdue-pages': publishOverdueDrafts },
} satisfies JobDefinitions;
