import { isDeepStrictEqual } from 'node:util';
import { and, eq, notInArray, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { queueJob } from '#server/api/jobs/queue-job.ts';
import { publishPageTaskName, sanitiseSections } from '#server/api/pages/edit-draft.ts';
import { hashJson } from '#server/api/pages/hash-json.ts';
import {
  type DraftRow,
  lockOrCreateEmptyDraft,
  operatorUserId,
  outdatedPageRevisionSentinel,
  updateLockedDraft,
} from '#server/api/pages/pages-repository.ts';
import { pageDrafts } from '#server/api/pages/pages-tables.ts';
import { readPublishedPage } from '#server/api/pages/publish-content.ts';
import type { PublishedPage } from '#shared/pages/page-editing-contract.ts';
import { importedRowStates } from './import-tables.ts';
import type { PageDraftsFile } from './page-schema.ts';
import { formatRowKey, getRowLabel, type ImportedRowChanges } from './write-rows.ts';

const tableName = 'page_drafts';

type FileDraft = PageDraftsFile[number];
type DraftState = Pick<DraftRow, 'content' | 'publishAt'>;

/**
 * Writes the drafts of a folder after its pages. A draft that staff have edited, published or deleted since an import
 * wrote it is left unchanged, unless `shouldOverwrite` is set and the folder contains it. Drafts are not imported like
 * rows, because the row of a published or deleted draft remains for its revision, and because a schedule needs a job.
 */
export async function syncUneditedPageDrafts(
  tx: SiteTx,
  drafts: PageDraftsFile,
  shouldOverwrite: boolean,
): Promise<ImportedRowChanges> {
  const changes: ImportedRowChanges = {
    added: 0,
    changed: 0,
    removed: 0,
    kept: 0,
    omitted: 0,
    keptRows: [],
    keptInBoxes: [],
  };
  await forgetDeletedPages(tx);
  const hashes = await readImportedHashes(tx);
  for (const draft of drafts) {
    const published = await readPublishedPage(tx, draft.page);
    if (published)
      await writePageDraft(tx, draft, { published, hash: hashes.get(draft.page), shouldOverwrite, changes });
    else changes.omitted++;
  }
  const pages = new Set(drafts.map(({ page }) => page));
  for (const [page, hash] of hashes) if (!pages.has(page)) await removeUneditedDraft(tx, page, hash, changes);
  return changes;
}

interface DraftContext {
  published: PublishedPage;
  /** Hash of the state in which the last import left the draft; undefined if no import has written it. */
  hash: string | undefined;
  shouldOverwrite: boolean;
  changes: ImportedRowChanges;
}

async function writePageDraft(
  tx: SiteTx,
  draft: FileDraft,
  { published, hash, shouldOverwrite, changes }: DraftContext,
): Promise<void> {
  const stored = await lockOrCreateEmptyDraft(tx, draft.page);
  const desired = await toDesiredState(tx, draft, stored);
  const isUntouched = hash === undefined ? stored.revision === 0 : hash === hashOfState(stored);
  if (isDeepStrictEqual(toState(stored), desired)) return recordImportedState(tx, draft.page, desired);
  if (!isUntouched && !shouldOverwrite) return recordKeptDraft(stored, changes);
  await updateLockedDraft(tx, stored, {
    ...desired,
    pageRevision: isBasedOn(published, draft) ? published.revision : outdatedPageRevisionSentinel,
    failure: null,
    editedAt: new Date(),
    editedBy: operatorUserId,
  });
  const job = { page: draft.page, revision: stored.revision + 1 };
  if (desired.publishAt) await queueJob(tx, publishPageTaskName, job, desired.publishAt);
  await recordImportedState(tx, draft.page, desired);
  if (stored.content === null) changes.added++;
  else changes.changed++;
}

const isBasedOn = ({ content }: PublishedPage, { basedOn }: FileDraft): boolean =>
  basedOn === undefined || basedOn === hashJson(content);

/**
 * Returns the state of a draft after the import. A schedule whose time has passed is dropped unless the stored draft
 * has the same one, so that an old folder does not publish anything unexpectedly.
 */
async function toDesiredState(tx: SiteTx, { content, publishAt }: FileDraft, stored: DraftState): Promise<DraftState> {
  const time = publishAt === null ? null : new Date(publishAt);
  const isKept = time !== null && (time > new Date() || time.getTime() === stored.publishAt?.getTime());
  return {
    content: { ...content, sections: await sanitiseSections(tx, content.sections) },
    publishAt: isKept ? time : null,
  };
}

const toState = ({ content, publishAt }: DraftState): DraftState => ({ content, publishAt });

const hashOfState = ({ content, publishAt }: DraftState): string =>
  hashJson({ content, publishAt: publishAt?.toISOString() ?? null });

function recordKeptDraft({ pageId, content }: DraftRow, changes: ImportedRowChanges): void {
  if (content === null) {
    changes.omitted++;
    return;
  }
  changes.kept++;
  changes.keptRows.push({ table: tableName, key: formatRowKey(toKey(pageId)), label: getRowLabel(content) });
}

/** Deletes a draft that the folder no longer contains, unless staff have edited the draft since the last import. */
async function removeUneditedDraft(
  tx: SiteTx,
  pageId: number,
  hash: string,
  changes: ImportedRowChanges,
): Promise<void> {
  const stored = await lockOrCreateEmptyDraft(tx, pageId);
  if (stored.content === null || hash !== hashOfState(stored)) return;
  const empty: DraftState = { content: null, publishAt: null };
  await updateLockedDraft(tx, stored, {
    ...empty,
    pageRevision: 0,
    failure: null,
    editedAt: new Date(),
    editedBy: operatorUserId,
  });
  await recordImportedState(tx, pageId, empty);
  changes.removed++;
}

const toKey = (pageId: number): string => JSON.stringify([pageId]);

/** Deletes the stored states of drafts whose page was deleted. If the page returns, its draft counts as new. */
async function forgetDeletedPages(tx: SiteTx): Promise<void> {
  const key = sql<string>`jsonb_build_array(${pageDrafts.pageId})::text`;
  const present = tx.select({ key }).from(pageDrafts);
  await tx
    .delete(importedRowStates)
    .where(and(eq(importedRowStates.tableName, tableName), notInArray(importedRowStates.key, present)));
}

async function readImportedHashes(tx: SiteTx): Promise<Map<number, string>> {
  const rows = await tx.select().from(importedRowStates).where(eq(importedRowStates.tableName, tableName));
  return new Map(rows.map(({ key, hash }) => [Number(formatRowKey(key)), hash]));
}

async function recordImportedState(tx: SiteTx, pageId: number, state: DraftState): Promise<void> {
  const hash = hashOfState(state);
  await tx
    .insert(importedRowStates)
    .values({ tableName, key: toKey(pageId), columns: ['content', 'publish_at'], hash })
    .onConflictDoUpdate({
      target: [importedRowStates.siteId, importedRowStates.tableName, importedRowStates.key],
      set: { hash },
    });
}
