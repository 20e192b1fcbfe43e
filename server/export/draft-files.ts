import { inArray, isNotNull } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { newsletterIssueRowToInput } from '#server/api/newsletter/issues/save-newsletter-issue.ts';
import { newsletterIssues } from '#server/api/newsletter/newsletter-issue-tables.ts';
import { hashJson } from '#server/api/pages/hash-json.ts';
import { pageDrafts } from '#server/api/pages/pages-tables.ts';
import { readPublishedPage } from '#server/api/pages/publish-content.ts';
import { type ExportedFile, toJsonFile } from './exported-file.ts';

/**
 * Lists the files of unpublished work: the drafts of pages and the newsletter issues that have not been sent. Neither
 * contains the name or email address of an editor, because the files of a site are often shared.
 */
export async function buildExportedDraftFiles(tx: SiteTx): Promise<ExportedFile[]> {
  return [
    toJsonFile('page-drafts.json', await readPageDrafts(tx)),
    toJsonFile('newsletter-issues.json', await readUnsentIssues(tx)),
  ];
}

async function readPageDrafts(tx: SiteTx): Promise<unknown[]> {
  const rows = await tx.select().from(pageDrafts).where(isNotNull(pageDrafts.content)).orderBy(pageDrafts.pageId);
  const drafts: unknown[] = [];
  for (const { pageId, content, publishAt, pageRevision } of rows) {
    const published = await readPublishedPage(tx, pageId);
    const basedOn = published?.revision === pageRevision ? hashJson(published.content) : null;
    drafts.push({ page: pageId, publishAt: publishAt?.toISOString() ?? null, basedOn, content });
  }
  return drafts;
}

/**
 * Reads the unsent issues. A scheduled issue is exported without its time, so that a second database with this export
 * does not send the issue as well.
 */
async function readUnsentIssues(tx: SiteTx): Promise<unknown[]> {
  const rows = await tx
    .select()
    .from(newsletterIssues)
    .where(inArray(newsletterIssues.state, ['DRAFT', 'SCHEDULED']))
    .orderBy(newsletterIssues.id);
  return rows.map(newsletterIssueRowToInput);
}
