import { and, asc, count, eq, gt, inArray, isNull, lte, min, ne, type SQL, sql } from 'drizzle-orm';
import type { PickLocalizedText } from '#server/api/contract/contract-route.ts';
import { tagFilterSql } from '#server/api/database/filter-sql.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readTagsOfListedItems } from '#server/api/site/read-tags-of-listed-items.ts';
import type { ListQuery } from '#shared/list-query.ts';
import type { ListFilterTag } from '#shared/list-tags.ts';
import {
  elementRegistrations,
  elementSlots,
  elements,
  elementRegistrations as registrations,
  elementSlots as slots,
} from './elements-tables.ts';

export type ElementRow = typeof elements.$inferSelect;
export type SlotRow = typeof elementSlots.$inferSelect;

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

/** Reads the slots of some elements in chronological order. */
export const readSlotsOfElements = (tx: SiteTx, elementIds: readonly number[]): Promise<SlotRow[]> =>
  tx
    .select()
    .from(elementSlots)
    .where(inArray(elementSlots.elementId, [...elementIds]))
    .orderBy(asc(elementSlots.startsAt), asc(elementSlots.id));

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

export type RegistrationRow = typeof registrations.$inferSelect;

/**
 * Updates the date of upcoming registrations whose slot has been moved, and makes the reminder due again. Past
 * registrations keep their date, so that they occupy no places when a slot's id is used for a later year.
 */
export const moveRegistrations = (tx: SiteTx) =>
  tx
    .update(registrations)
    .set({ startsAt: sql`${slots.startsAt}`, remindedAt: null })
    .from(slots)
    .where(
      and(
        eq(slots.id, registrations.slotId),
        gt(registrations.startsAt, sql`now()`),
        ne(registrations.startsAt, slots.startsAt),
      ),
    );

export async function readRegistration(tx: SiteTx, id: number): Promise<RegistrationRow | null> {
  const [row] = await tx.select().from(registrations).where(eq(registrations.id, id));
  return row ?? null;
}

export const setRegistrationState = (tx: SiteTx, id: number, state: RegistrationRow['state']) =>
  tx.update(registrations).set({ state }).where(eq(registrations.id, id));

/** Reads the registrations of an email address, given in lower case; oldest first. */
export const readRegistrationsByEmail = (tx: SiteTx, emailKey: string): Promise<RegistrationRow[]> =>
  tx.select().from(registrations).where(eq(registrations.emailKey, emailKey)).orderBy(asc(registrations.id));

/** Reads the dates and the numbers of upcoming registrations whose slot does not exist. */
export const countMissingSlots = (tx: SiteTx) =>
  tx
    .select({
      slotId: registrations.slotId,
      title: registrations.title,
      startsAt: registrations.startsAt,
      registrations: count(),
    })
    .from(registrations)
    .leftJoin(slots, eq(slots.id, registrations.slotId))
    .where(and(ne(registrations.state, 'CANCELLED'), gt(registrations.startsAt, sql`now()`), isNull(slots.id)))
    .groupBy(registrations.slotId, registrations.title, registrations.startsAt)
    .orderBy(asc(registrations.startsAt), asc(registrations.slotId));
