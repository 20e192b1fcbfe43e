import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { type IssueRow, insertRecipients, updateIssue } from './issues-repository.ts';

/** Makes all present subscribers recipients of an issue, which from then on cannot be edited. */
export async function startSending(tx: SiteTx, issue: IssueRow, now: Date): Promise<IssueRow> {
  await insertRecipients(tx, issue.id, issue.listId);
  const change = { state: 'SENDING', sendAt: now, startedAt: now, nextBatchAt: null } as const;
  await updateIssue(tx, issue.id, change);
  return { ...issue, ...change };
}
