import { createHash, randomBytes } from 'node:crypto';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { toClientNetwork } from '#server/http/client-network.ts';
import { toLocalDay } from '#shared/places/local-time.ts';
import {
  countAndLockVisitSources,
  deleteOldVisits,
  getOrRotateVisitSalt,
  incrementExistingVisitCount,
  insertDailyVisitor,
  readTimeZone,
  upsertVisitCount,
} from './visits-repository.ts';

/**
 * Maximum number of different visit sources that a site counts on one day. The limit is needed because the parameter
 * `from` accepts any text.
 */
export const maxVisitSourcesPerDay = 200;
/** Name under which visits from sources beyond the limit are counted. */
const otherSources = 'other';
/** Retention period of visit counts in months (docs/rules.md, "Visits"). */
const retentionMonths = 25;

/**
 * Counts a visit by its source, once for each client network and day of the estate. The user agent is no part of a
 * visitor, because any client can send any number of them. Networks are identified by a hash whose salt is deleted after
 * the day; no address is stored, so visits of different days cannot be linked.
 */
export async function countVisitOncePerDay(tx: SiteTx, source: string, address: string, now: Date): Promise<void> {
  const day = toLocalDay(now.getTime(), await readTimeZone(tx));
  const salt = await getOrRotateVisitSalt(tx, day, randomBytes(16).toString('base64url'));
  const hash = createHash('sha256')
    .update(`${salt}\n${toClientNetwork(address)}`)
    .digest('base64url');
  if (!(await insertDailyVisitor(tx, { day, visitor: hash }))) return;
  if (await incrementExistingVisitCount(tx, day, source)) return;
  const sources = await countAndLockVisitSources(tx, day);
  await upsertVisitCount(tx, day, sources < maxVisitSourcesPerDay ? source : otherSources);
}

/** Deletes the visitor hashes of past days, and visit counts after their retention period. */
export async function deleteExpiredVisits(tx: SiteTx, now: Date): Promise<void> {
  const firstKept = new Date(now);
  firstKept.setUTCMonth(firstKept.getUTCMonth() - retentionMonths);
  const timeZone = await readTimeZone(tx);
  const dayOf = (time: Date) => toLocalDay(time.getTime(), timeZone);
  await deleteOldVisits(tx, dayOf(now), dayOf(firstKept));
}
