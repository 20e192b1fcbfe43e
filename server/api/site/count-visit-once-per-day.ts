import { createHash, randomBytes } from 'node:crypto';
import { and, count, eq, lt, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { toClientNetwork } from '#server/http/client-network.ts';
import { toLocalDay } from '#shared/places/local-time.ts';
import { countedVisitorsOfToday, visitCounts, visitSalts } from './site-tables.ts';

/**
 * Maximum number of different visit sources that a site counts on one day. The limit is needed because the parameter
 * `from` accepts any text.
 */
export const maxVisitSourcesPerDay = 200;
/** Name under which visits from sources beyond the limit are counted. */
const otherSources = 'other';
/** Retention period of visit counts in months (docs/rules.md, "Visits"). */
const retentionMonths = 25;

async function readTimeZone(tx: SiteTx): Promise<string> {
  const [site] = await tx.select({ timeZone: sites.timeZone }).from(sites).where(eq(sites.id, tx.siteId));
  if (!site) throw new Error(`there is no site ${tx.siteId}`);
  return site.timeZone;
}

/** Returns the salt of a day. The first visit of a day stores the day's salt and deletes the salts of earlier days. */
async function getOrRotateVisitSalt(tx: SiteTx, day: string, newSalt: string): Promise<string> {
  const [created] = await tx.insert(visitSalts).values({ day, salt: newSalt }).onConflictDoNothing().returning();
  if (created) {
    await tx.delete(visitSalts).where(lt(visitSalts.day, day));
    return created.salt;
  }
  const [existing] = await tx.select({ salt: visitSalts.salt }).from(visitSalts).where(eq(visitSalts.day, day));
  if (!existing) throw new Error(`visit salt of ${day} is missing`);
  return existing.salt;
}

/** @returns True for the visitor's first visit of the day. */
async function insertDailyVisitor(tx: SiteTx, visit: { day: string; visitor: string }): Promise<boolean> {
  const inserted = await tx
    .insert(countedVisitorsOfToday)
    .values(visit)
    .onConflictDoNothing()
    .returning({ day: countedVisitorsOfToday.day });
  return inserted.length > 0;
}

/** @returns False if the source has no count on that day yet. */
async function incrementExistingVisitCount(tx: SiteTx, day: string, source: string): Promise<boolean> {
  const updated = await tx
    .update(visitCounts)
    .set({ count: sql`${visitCounts.count} + 1` })
    .where(and(eq(visitCounts.day, day), eq(visitCounts.source, source)))
    .returning({ day: visitCounts.day });
  return updated.length > 0;
}

/** Counts the visit sources of a day, and keeps other transactions from adding a source until this transaction ends. */
async function lockVisitSources(tx: SiteTx, day: string): Promise<number> {
  await tx.select({ day: visitSalts.day }).from(visitSalts).where(eq(visitSalts.day, day)).for('update');
  const [row] = await tx.select({ sources: count() }).from(visitCounts).where(eq(visitCounts.day, day));
  return row?.sources ?? 0;
}

async function upsertVisitCount(tx: SiteTx, day: string, source: string): Promise<void> {
  await tx
    .insert(visitCounts)
    .values({ day, source, count: 1 })
    .onConflictDoUpdate({
      target: [visitCounts.siteId, visitCounts.day, visitCounts.source],
      set: { count: sql`${visitCounts.count} + 1` },
    });
}

/** Deletes the visitor hashes and salts of days before `today`, and the visit counts of days before `firstKeptDay`. */
async function deleteOldVisits(tx: SiteTx, today: string, firstKeptDay: string): Promise<void> {
  await tx.delete(countedVisitorsOfToday).where(lt(countedVisitorsOfToday.day, today));
  await tx.delete(visitSalts).where(lt(visitSalts.day, today));
  await tx.delete(visitCounts).where(lt(visitCounts.day, firstKeptDay));
}

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
  const sources = await lockVisitSources(tx, day);
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
