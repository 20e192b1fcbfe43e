import { createHash, randomBytes } from 'node:crypto';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { DailySiteTasks } from '#server/api/jobs/recurring.ts';
import {
  addVisitSource,
  countAndLockVisitSources,
  deleteOldVisits,
  getOrCreateVisitSalt,
  incrementVisitCount,
  insertVisit,
} from './visits-repository.ts';

/** The value of `from` is any text, so the number of different ones a day is limited. */
export const maxVisitSourcesPerDay = 200;
/** Counts the visits from further sources. */
const otherSources = 'other';
/** docs/rules.md, "Visits". */
const retentionMonths = 25;

/**
 * Records the source of a visit, once for each visitor and day (in UTC). Visitors are identified by a hash whose salt is
 * deleted after the day: neither IP address nor browser is stored, so visits of different days cannot be linked.
 */
export async function logVisit(
  tx: SiteTx,
  source: string,
  visitor: { address: string; userAgent: string },
  now: Date,
): Promise<void> {
  const day = dayOf(now);
  const salt = await getOrCreateVisitSalt(tx, day, randomBytes(16).toString('base64url'));
  const hash = createHash('sha256').update(`${salt}\n${visitor.address}\n${visitor.userAgent}`).digest('base64url');
  if (!(await insertVisit(tx, { day, visitor: hash }))) return;
  if (await incrementVisitCount(tx, day, source)) return;
  const sources = await countAndLockVisitSources(tx, day);
  await addVisitSource(tx, day, sources < maxVisitSourcesPerDay ? source : otherSources);
}

/** Deletes visitors after their day, and counts after the retention period. */
export async function deleteExpiredVisits(tx: SiteTx, now: Date): Promise<void> {
  const firstKept = new Date(now);
  firstKept.setUTCMonth(firstKept.getUTCMonth() - retentionMonths);
  await deleteOldVisits(tx, dayOf(now), dayOf(firstKept));
}

export const siteDailyTasks: DailySiteTasks = { 'expire-visits': (tx) => deleteExpiredVisits(tx, new Date()) };

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);
