import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Db } from '#server/api/database/connect.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { type IdempotencyRefusal, idempotencyKeyPattern } from '#shared/endpoint.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { readIdempotencyKeyHeader } from './read-idempotency-key-header.ts';
import {
  claimStaffIdempotencyKey,
  completeIdempotentStaffRequest,
  type IdempotentStaffRequest,
} from './staff-requests-repository.ts';

/** A change by a member of staff that takes place once, even if its call is repeated with the same Idempotency-Key. */
interface RepeatableChange<Stored, Refusal extends string, Data> {
  /** Makes the change. Its value is stored with the key, so it must be small and contain no personal data. */
  run: (tx: SiteTx) => Promise<Outcome<Stored, Refusal>>;
  /** Reads the response of the first and of every repeated call. By default it is the value of `run`. */
  respond?: (tx: SiteTx, stored: Stored) => Promise<Outcome<Data, Refusal>>;
  /**
   * Reads the current state of what the first call has changed. A call that reuses its key with another input is
   * refused and receives that state.
   */
  readCurrent?: (tx: SiteTx, stored: Stored) => Promise<unknown>;
  /** Hash of an uploaded file, which is not part of the parsed input. */
  fileHash?: string;
}

interface ChangeContext {
  db: Db;
  site: { id: number };
  /** The member of staff to whom the key belongs; null for a call without a session. */
  user: { id: number } | null;
  request: FastifyRequest;
  /** The name of the endpoint, such as `POST /admin/order`. */
  name: string;
  /** The parsed parameters, query and body. */
  input: unknown;
  markAsRepeated: () => void;
}

export type RunIdempotentChange = <Stored, Refusal extends string, Data = Stored>(
  change: RepeatableChange<Stored, Refusal, Data>,
) => Promise<Outcome<Data, Refusal | IdempotencyRefusal>>;

/**
 * Creates the function that makes a change in a transaction of the site, which a refusal rolls back. The key is claimed
 * in that transaction, so that a refused change does not use it up and simultaneous calls run one after another.
 */
export const createIdempotentChangeRunner =
  ({ db, site, user, request, name, input, markAsRepeated }: ChangeContext): RunIdempotentChange =>
  async (change) => {
    if (!user) throw new Error(`${name} is open to callers without a session`);
    const key = readIdempotencyKeyHeader(request);
    if (key !== null && !idempotencyKeyPattern.test(key)) return refuse('key_malformed');
    const inputHash = hashOf([name, input, change.fileHash]);
    const staffRequest = key === null ? null : { userId: user.id, key, callName: name, inputHash };
    return withSiteTransactionOrRollback(db, site.id, (tx) => runOnce(tx, staffRequest, change, markAsRepeated));
  };

async function runOnce<Stored, Refusal extends string, Data>(
  tx: SiteTx,
  request: IdempotentStaffRequest | null,
  { run, respond, readCurrent }: RepeatableChange<Stored, Refusal, Data>,
  markAsRepeated: () => void,
): Promise<Outcome<Data, Refusal | 'key_reused'>> {
  // Without `respond`, the stored value is the response.
  const toResponse = async (stored: Stored) => (respond ? respond(tx, stored) : ok(stored as unknown as Data));
  const earlier = request && (await claimStaffIdempotencyKey(tx, request));
  if (!earlier) {
    const outcome = await run(tx);
    if (!outcome.ok) return outcome;
    if (request) await completeIdempotentStaffRequest(tx, request, outcome.value);
    return toResponse(outcome.value);
  }
  const stored = earlier.result as Stored;
  if (earlier.inputHash !== request.inputHash) {
    // Only a call of the same name can read the stored result: the results of other calls have another shape and
    // contain ids of other items.
    const isSameCall = earlier.callName === request.callName;
    return { ...refuse('key_reused'), current: (isSameCall && (await readCurrent?.(tx, stored))) || undefined };
  }
  markAsRepeated();
  return toResponse(stored);
}

const hashOf = (input: readonly unknown[]): string => createHash('sha256').update(JSON.stringify(input)).digest('hex');
