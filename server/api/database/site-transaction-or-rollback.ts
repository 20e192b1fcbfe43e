import type { Outcome } from '#shared/outcome.ts';
import type { Db } from './connect.ts';
import { type SiteTx, withSiteTransaction } from './site-transaction.ts';

/** Thrown to roll a transaction back because of a refusal, and caught in this file. */
class RollbackError extends Error {
  readonly outcome: Outcome<never, string>;

  constructor(outcome: Outcome<never, string>) {
    super('refused');
    this.outcome = outcome;
  }
}

/**
 * PostgreSQL's codes for a serialization failure and a deadlock, after which a transaction may succeed when it is
 * repeated.
 */
const retryableCodes = new Set(['40001', '40P01']);

function isRetryable(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string' && retryableCodes.has(at.code)) return true;
  return false;
}

/**
 * Runs `work` like `withSiteTransaction`, but rolls back if `work` returns a refusal, and retries once after a deadlock
 * or serialization failure.
 */
export async function withSiteTransactionOrRollback<Value, Refusal extends string>(
  db: Db,
  siteId: number,
  work: (tx: SiteTx) => Promise<Outcome<Value, Refusal>>,
): Promise<Outcome<Value, Refusal>> {
  const attempt = async (): Promise<Outcome<Value, Refusal>> => {
    try {
      return await withSiteTransaction(db, siteId, async (tx) => {
        const outcome = await work(tx);
        if (!outcome.ok) throw new RollbackError(outcome);
        return outcome;
      });
    } catch (error) {
      if (error instanceof RollbackError) return error.outcome as Outcome<Value, Refusal>;
      throw error;
    }
  };
  return attempt().catch((error: unknown) => {
    if (isRetryable(error)) return attempt();
    throw error;
  });
}
