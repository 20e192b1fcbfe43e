import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { runSql, type SiteTx } from '#server/api/database/site-transaction.ts';
import { idempotencyKeyPattern } from '#shared/endpoint.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';

/**
 * A table that records the calls with an Idempotency-Key, by their owner and key. Registrations for elements have none:
 * their visitors are unknown, so the key belongs to the registration itself and is kept as long.
 */
export interface RequestLedger {
  table: string;
  /** Names of its columns: the owner of the key, the hash of the input and the stored result. */
  owner: string;
  hash: string;
  result: string;
  resultType: 'integer' | 'jsonb';
  /** The column with the name of the call; null if all calls of the table have the same name. */
  callName: string | null;
  keptDays: number;
}

export const staffRequestLedger: RequestLedger = {
  table: 'staff_requests',
  owner: 'user_id',
  hash: 'input_hash',
  result: 'result',
  resultType: 'jsonb',
  callName: 'call_name',
  // A form that stayed open over a weekend can still be sent again.
  keptDays: 7,
};

interface IdempotentRequest {
  /** The account or email address to which the key belongs. */
  owner: number | string;
  key: string;
  /** The input's `hashInput`. */
  hash: string;
  callName?: string;
}

interface OnceChange<Stored, Data, Refusal extends string> {
  /**
   * Makes the change. `stored` is kept with the key, so it must be small and contain no personal data. `isStored` is true
   * if the change has stored it already.
   */
  run: () => Promise<Outcome<{ stored: Stored; data: Data; isStored?: boolean }, Refusal>>;
  /** Reads the response of a call that repeats the change. */
  repeat: (stored: Stored) => Promise<Outcome<Data, Refusal>>;
  /** Reads the current state of what the first call has changed, for a call that reuses its key with another input. */
  readCurrent?: (stored: Stored) => Promise<unknown>;
}

/** Reads the header Idempotency-Key; null if the request has none. */
export function readIdempotencyKey({ headers }: FastifyRequest): Outcome<string | null, 'key_malformed'> {
  const header = headers['idempotency-key'];
  const key = Array.isArray(header) ? header.join(',') : (header ?? null);
  return key === null || idempotencyKeyPattern.test(key) ? ok(key) : refuse('key_malformed');
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Hashes the input of a call: SHA-256 in hexadecimal, independent of the order of its fields. */
export const hashInput = (input: unknown): string =>
  sha256(
    JSON.stringify(input, (_key, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
        : value,
    ),
  );

/**
 * Makes a change once for each Idempotency-Key. The key is claimed in the transaction of the change, so that a refused
 * change does not use it up, and simultaneous calls run one after another. The caller rolls back on a refusal.
 * @param request Null for a call without a key.
 */
export async function runOnce<Stored, Data, Refusal extends string>(
  tx: SiteTx,
  ledger: RequestLedger,
  request: IdempotentRequest | null,
  { run, repeat, readCurrent }: OnceChange<Stored, Data, Refusal>,
): Promise<Outcome<Data, Refusal | 'key_reused'>> {
  const earlier = request && (await claimKey(tx, ledger, request));
  if (!earlier) {
    const outcome = await run();
    if (!outcome.ok) return outcome;
    if (request && !outcome.value.isStored) await saveResult(tx, ledger, request, outcome.value.stored);
    return ok(outcome.value.data);
  }
  const stored = earlier.result as Stored;
  if (earlier.hash === request.hash) return repeat(stored);
  // Only a call of the same name can read the stored result: the results of other calls have another shape and
  // contain ids of other items.
  const isSameCall = earlier.callName === (request.callName ?? null);
  return { ...refuse('key_reused'), current: (isSameCall && (await readCurrent?.(stored))) || undefined };
}

const hasExpired = ({ keptDays }: RequestLedger): SQL => sql`created_at < now() - make_interval(days => ${keptDays})`;

const isOf = ({ owner }: RequestLedger, value: IdempotentRequest['owner']): SQL =>
  sql`${sql.identifier(owner)} = ${value}`;

/**
 * Claims a key, or returns the earlier request that has used it. Waits for a transaction that has claimed the same key.
 * A key that has expired and is not deleted yet is claimed anew.
 */
async function claimKey(tx: SiteTx, ledger: RequestLedger, { owner, key, hash, callName = '' }: IdempotentRequest) {
  const { table, owner: ownerColumn, hash: hashColumn, callName: nameColumn, result, keptDays } = ledger;
  const columns = [ownerColumn, 'key', hashColumn, ...(nameColumn === null ? [] : [nameColumn])];
  const values = [owner, key, hash, ...(nameColumn === null ? [] : [callName])];
  const claimed = await runSql(
    tx,
    `insert into ${table} as claim (${columns}) values (${columns.map((_, index) => `$${index + 1}`)})
     on conflict (site_id, ${ownerColumn}, key) do update
        set ${columns.slice(2).map((name) => `${name} = excluded.${name}`)}, ${result} = null, created_at = now()
      where claim.created_at < now() - make_interval(days => ${keptDays})`,
    values,
    // Without a site, the default of its column fails.
    { isRefusedOutside: true },
  );
  if (claimed.rowCount === 1) return null;
  const { rows } = await runSql<{ hash: string; callName: string | null; result: unknown }>(
    tx,
    `select ${hashColumn} as hash, ${nameColumn ?? 'null'} as "callName", ${result} as result
       from ${table} where ${ownerColumn} = $1 and key = $2`,
    [owner, key],
  );
  const [earlier] = rows;
  if (!earlier) throw new Error('idempotency key neither inserted nor found');
  return earlier;
}

const saveResult = (tx: SiteTx, ledger: RequestLedger, { owner, key }: IdempotentRequest, stored: unknown) =>
  runSql(
    tx,
    `update ${ledger.table} set ${ledger.result} = $1::jsonb::${ledger.resultType} where ${ledger.owner} = $2 and key = $3`,
    [JSON.stringify(stored ?? null), owner, key],
  );

export const deleteExpiredRequests = (tx: SiteTx, ledger: RequestLedger) =>
  tx.execute(sql`delete from ${sql.identifier(ledger.table)} where ${hasExpired(ledger)}`);

export const deleteRequestsOf = (tx: SiteTx, ledger: RequestLedger, owner: IdempotentRequest['owner']) =>
  tx.execute(sql`delete from ${sql.identifier(ledger.table)} where ${isOf(ledger, owner)}`);
