import type { Outcome } from '#shared/outcome.ts';
import type { Db } from './connect.ts';
import { inSite, type SiteTx } from './site-transaction.ts';

/** Ends a transaction without a trace. It never leaves this file. */
class Undone extends Error {
  readonly outcome: Outcome<never, string>;

  constructor(outcome: Outcome<never, string>) {
    super('refused');
    this.outcome = outcome;
  }
}

/** A deadlock, or a transaction that cannot be put in a row with another: trying again is the answer. */
const worthAnotherTry = new Set(['40001', '40P01']);

function isWorthAnotherTry(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string' && worthAnotherTry.has(at.code)) return true;
  return false;
}

/** Like `inSite`, but a refusal leaves nothing behind, and what lost against another transaction is tried once more. */
export async function inSiteIfOk<Value, Refusal extends string>(
  db: Db,
  siteId: number,
  work: (tx: SiteTx) => Promise<Outcome<Value, Refusal>>,
): Promise<Outcome<Value, Refusal>> {
  const attempt = async (): Promise<Outcome<Value, Refusal>> => {
    try {
      return await inSite(db, siteId, async (tx) => {
        const outcome = await work(tx);
        if (!outcome.ok) throw new Undone(outcome);
        return outcome;
      });
    } catch (error) {
      if (error instanceof Undone) return error.outcome as Outcome<Value, Refusal>;
      throw error;
    }
  };
  return attempt().catch((error: unknown) => {
    if (isWorthAnotherTry(error)) return attempt();
    throw error;
  });
}
