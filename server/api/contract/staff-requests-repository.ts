import { and, eq, lt, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { idempotentStaffRequests } from './staff-requests-tables.ts';

export interface IdempotentStaffRequest {
  userId: number;
  key: string;
  callName: string;
  /** SHA-256 of the call's name, its input and the hash of an uploaded file, in hexadecimal. */
  inputHash: string;
}

/** Keys are kept for 7 days, so that a form that stayed open over a weekend can still be repeated. */
const expirySql = lt(idempotentStaffRequests.createdAt, sql`now() - interval '7 days'`);

const isRequest = ({ userId, key }: IdempotentStaffRequest) =>
  and(eq(idempotentStaffRequests.userId, userId), eq(idempotentStaffRequests.key, key));

/**
 * Claims an Idempotency-Key for the change that this transaction makes. Waits for a transaction that has claimed the
 * same key.
 * @returns Null if the key was free, otherwise the earlier request that has used it.
 */
export async function claimStaffIdempotencyKey(tx: SiteTx, request: IdempotentStaffRequest) {
  await tx.delete(idempotentStaffRequests).where(and(eq(idempotentStaffRequests.userId, request.userId), expirySql));
  const claimed = await tx
    .insert(idempotentStaffRequests)
    .values(request)
    .onConflictDoNothing()
    .returning({ key: idempotentStaffRequests.key });
  if (claimed.length > 0) return null;
  const [earlier] = await tx
    .select({
      callName: idempotentStaffRequests.callName,
      inputHash: idempotentStaffRequests.inputHash,
      result: idempotentStaffRequests.result,
    })
    .from(idempotentStaffRequests)
    .where(isRequest(request));
  if (!earlier) throw new Error('idempotency key neither inserted nor found');
  return earlier;
}

/** Stores the result of a change that has claimed its key. */
export const completeIdempotentStaffRequest = (tx: SiteTx, request: IdempotentStaffRequest, result: unknown) =>
  tx.update(idempotentStaffRequests).set({ result }).where(isRequest(request));

export const deleteExpiredStaffRequests = (tx: SiteTx) => tx.delete(idempotentStaffRequests).where(expirySql);
