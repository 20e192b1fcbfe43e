import { and, asc, count, eq, gt, inArray, lte, min, type SQL, sql } from 'drizzle-orm';
import type { PickLocalizedText } from '#server/api/contract/contract-route.ts';
import { tagFilterSql } from '#server/api/database/filter-sql.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readTagsOfListedItems } from '#server/api/site/read-tags-of-listed-items.ts';
import type { ListQuery } from '#shared/list-query.ts';
import type { ListFilterTag } from '#shared/list-tags.ts';
import { elementImages, elementRegistrations, elementSlots, elements } from './elements-tables.ts';

export type ElementRow = typeof elements.$inferSelect;
export type SlotRow = typeof elementSlots.$inferSelect;

export interface ElementDates {
  /** Start of the first date that has not ended, or of the last date if all are past; null without dates. */
  startsAt: Date | null;
  endsAt: Date | null;
  upcomingDates: number;
  isPast: boolean;
}

const isPublished = (now: Date): SQL => lte(elements.publishedAt, now);

const isListed = (route: string, now: Date): SQL | undefined => and(eq(elements.route, route), isPublished(now));

/** Reads one page of the published elements of a route: upcoming ones, then those without dates, then past ones. */
export async function readPublishedElements(tx: SiteTx, route: string, query: ListQuery, now: Date) {
  const next = tx
    .select({ elementId: elementSlots.elementId, at: min(elementSlots.startsAt).as('at') })
    .from(elementSlots)
    .where(gt(elementSlots.endsAt, now))
    .groupBy(elementSlots.elementId)
    .as('next');
  const hasDates = sql`exists (select from ${elementSlots} where ${elementSlots.elementId} = ${elements.id})`;
  const lastEnd = sql`(select max(${elementSlots.endsAt}) from ${elementSlots} where ${elementSlots.elementId} = ${elements.id})`;
  const isUpcoming = query.filters.find(({ field }) => field === 'upcoming')?.value;
  const where = and(
    isListed(route, now),
    ...query.filters.filter(({ field }) => field === 'tag').map((filter) => tagFilterSql(elements.tags, filter)),
    isUpcoming === undefined ? undefined : isUpcoming ? sql`${next.at} is not null` : sql`${next.at} is null`,
  );
  const joined = eq(next.elementId, elements.id);
  const [counted] = await tx.select({ total: count() }).from(elements).leftJoin(next, joined).where(where);
  const rows = await tx
    .select({ row: elements })
    .from(elements)
    .leftJoin(next, joined)
    .where(where)
    .orderBy(
      sql`case when ${next.at} is not null then 0 when ${hasDates} then 2 else 1 end`,
      sql`${next.at} asc nulls last`,
      sql`${lastEnd} desc nulls last`,
      asc(elements.id),
    )
    .limit(query.nbItem)
    .offset((query.page - 1) * query.nbItem);
  return { rows: rows.map(({ row }) => row), total: counted?.total ?? 0 };
}

export const readTagsOfListedElements = (
  tx: SiteTx,
  route: string,
  now: Date,
  pickLanguage: PickLocalizedText,
): Promise<ListFilterTag[]> =>
  readTagsOfListedItems(tx, { table: elements, column: elements.tags }, isListed(route, now), pickLanguage);

export async function readPublishedElement(
  tx: SiteTx,
  route: string,
  id: number,
  now: Date,
): Promise<ElementRow | null> {
  const [row] = await tx
    .select()
    .from(elements)
    .where(and(eq(elements.id, id), eq(elements.route, route), isPublished(now)));
  return row ?? null;
}

export async function readElementById(tx: SiteTx, id: number): Promise<ElementRow | null> {
  const [row] = await tx.select().from(elements).where(eq(elements.id, id));
  return row ?? null;
}

export const readImageIdsOfElement = async (tx: SiteTx, elementId: number): Promise<number[]> =>
  (
    await tx
      .select({ imageId: elementImages.imageId })
      .from(elementImages)
      .where(eq(elementImages.elementId, elementId))
      .orderBy(asc(elementImages.position))
  ).map(({ imageId }) => imageId);

/** Reads the slots of some elements in chronological order. */
export const readSlotsOfElements = (tx: SiteTx, elementIds: readonly number[]): Promise<SlotRow[]> =>
  tx
    .select()
    .from(elementSlots)
    .where(inArray(elementSlots.elementId, [...elementIds]))
    .orderBy(asc(elementSlots.startsAt), asc(elementSlots.id));

export function computeElementDates(slots: readonly SlotRow[], now: Date): ElementDates {
  const upcoming = slots.filter(({ endsAt }) => endsAt > now);
  const shown = upcoming[0] ?? slots.at(-1);
  return {
    startsAt: shown?.startsAt ?? null,
    endsAt: shown?.endsAt ?? null,
    upcomingDates: upcoming.length,
    isPast: slots.length > 0 && upcoming.length === 0,
  };
}

export interface Occupancy {
  /** The places of confirmed registrations. */
  taken: number;
  /** The number of waiting registrations, whatever their number of visitors. */
  waiting: number;
}

/** Reads the occupancy of slots by slot id. Slots without registrations, and slots that have begun, are absent. */
export async function readOccupancyOfUpcomingSlots(
  tx: SiteTx,
  slotIds: readonly number[],
): Promise<Map<number, Occupancy>> {
  const { slotId, state, people } = elementRegistrations;
  const rows = await tx
    .select({
      slotId,
      taken: sql<number>`coalesce(sum(${people}) filter (where ${state} = 'CONFIRMED'), 0)::integer`,
      waiting: sql<number>`(count(*) filter (where ${state} = 'WAITING'))::integer`,
    })
    .from(elementRegistrations)
    .where(and(inArray(slotId, [...slotIds]), gt(elementRegistrations.startsAt, sql`now()`)))
    .groupBy(slotId);
  return new Map(rows.map(({ slotId, ...occupancy }) => [slotId, occupancy]));
}

/** Locks a slot, so that other registrations for it wait until the transaction ends. */
export async function lockSlot(tx: SiteTx, slotId: number): Promise<SlotRow | null> {
  const [row] = await tx.select().from(elementSlots).where(eq(elementSlots.id, slotId)).for('update');
  return row ?? null;
}

export async function readSlot(tx: SiteTx, slotId: number): Promise<SlotRow | null> {
  const [row] = await tx.select().from(elementSlots).where(eq(elementSlots.id, slotId));
  return row ?? null;
}
