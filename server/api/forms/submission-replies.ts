import { and, asc, eq, inArray } from 'drizzle-orm';
import { users } from '#server/api/accounts/accounts-tables.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { replyLimits } from '#shared/forms/form-limits.ts';
import { formReplies } from './forms-tables.ts';

/** Reads the replies to submissions with their authors, the oldest first. */
export async function readRepliesToSubmissions(tx: SiteTx, submissions: readonly { id: number }[]) {
  if (submissions.length === 0) return [];
  const ids = submissions.map(({ id }) => id);
  return tx
    .select({
      id: formReplies.id,
      submissionId: formReplies.submissionId,
      sentAt: formReplies.createdAt,
      author: users.email,
      subject: formReplies.subject,
      text: formReplies.text,
    })
    .from(formReplies)
    .leftJoin(users, and(eq(users.siteId, formReplies.siteId), eq(users.id, formReplies.staffUserId)))
    .where(inArray(formReplies.submissionId, ids))
    .orderBy(asc(formReplies.id));
}

/** @returns The number of earlier replies; null if the maximum number of replies is reached. */
export async function insertReplyWithinLimit(
  tx: SiteTx,
  reply: Omit<typeof formReplies.$inferInsert, 'id' | 'siteId'>,
): Promise<number | null> {
  const count = await tx.$count(formReplies, eq(formReplies.submissionId, reply.submissionId));
  if (count >= replyLimits.repliesPerSubmission) return null;
  await tx.insert(formReplies).values(reply);
  return count;
}
