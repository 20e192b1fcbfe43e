import { and, asc, count, desc, eq, gt, inArray, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import { generateToken, hashToken } from '#server/api/accounts/accounts.ts';
import { type ComparableValue, comparisonSql } from '#server/api/database/filter-sql.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { ListQuery } from '#shared/list-query.ts';
import { maskEmail } from '#shared/mask-email.ts';
import {
  elements,
  elementRegistrations as registrations,
  elementSlots as slots,
  elementRegistrationTokens as tokens,
} from './elements-tables.ts';

export type RegistrationRow = typeof registrations.$inferSelect;

/** @returns null if a simultaneous request for another date has used the same idempotency key. */
export async function insertRegistration(
  tx: SiteTx,
  values: Omit<typeof registrations.$inferInsert, 'id' | 'siteId'>,
): Promise<RegistrationRow | null> {
  const [row] = await tx.insert(registrations).values(values).onConflictDoNothing().returning();
  return row ?? null;
}

/**
 * Gives the upcoming registrations of dates that have been moved the new date, and lets them be reminded of it. Past
 * registrations keep their date, so that they take no places when a date's id is used for a later year.
 */
export const updateMovedRegistrations = (tx: SiteTx) =>
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

export async function readRegistrationByRequest(tx: SiteTx, requestKey: string): Promise<RegistrationRow | null> {
  const [row] = await tx.select().from(registrations).where(eq(registrations.requestKey, requestKey));
  return row ?? null;
}

/**
 * Finds a registration with the same content that arrived since `since` without an idempotency key. A cancelled one does
 * not count, so that people can register again.
 */
export async function readRepeatedRegistration(
  tx: SiteTx,
  slotId: number,
  requestHash: string,
  since: Date,
): Promise<RegistrationRow | null> {
  const [row] = await tx
    .select()
    .from(registrations)
    .where(
      and(
        eq(registrations.slotId, slotId),
        eq(registrations.requestHash, requestHash),
        isNull(registrations.requestKey),
        ne(registrations.state, 'CANCELLED'),
        gt(registrations.createdAt, since),
      ),
    )
    .limit(1);
  return row ?? null;
}

/** The waiting list of a slot in its order. */
export const readWaitingList = (tx: SiteTx, slotId: number): Promise<RegistrationRow[]> =>
  tx
    .select()
    .from(registrations)
    .where(
      and(eq(registrations.slotId, slotId), eq(registrations.state, 'WAITING'), gt(registrations.startsAt, sql`now()`)),
    )
    .orderBy(asc(registrations.id));

export const setRegistrationState = (tx: SiteTx, id: number, state: RegistrationRow['state']) =>
  tx.update(registrations).set({ state }).where(eq(registrations.id, id));

/** @returns The token of a link that cancels the registration. */
export async function createCancellationToken(tx: SiteTx, registrationId: number): Promise<string> {
  const { token, hash } = generateToken();
  await tx.insert(tokens).values({ tokenHash: hash, registrationId });
  return token;
}

/** @returns null if the token is unknown, or the registration is over. */
export async function readRegistrationByToken(tx: SiteTx, token: string, now: Date): Promise<RegistrationRow | null> {
  const [row] = await tx
    .select({ registration: registrations })
    .from(tokens)
    .innerJoin(registrations, eq(registrations.id, tokens.registrationId))
    .where(and(eq(tokens.tokenHash, hashToken(token)), gt(registrations.startsAt, now)));
  return row?.registration ?? null;
}

/** Slots to come for which people wait. */
export const findSlotsWithWaiting = async (tx: SiteTx, now: Date): Promise<number[]> =>
  (
    await tx
      .selectDistinct({ id: slots.id })
      .from(slots)
      .innerJoin(registrations, and(eq(registrations.slotId, slots.id), eq(registrations.state, 'WAITING')))
      .where(gt(slots.startsAt, now))
  ).map(({ id }) => id);

/** Confirmed registrations of scheduled elements whose slot begins until `until`, without a reminder, that were made before `madeBefore`. */
export const findRegistrationsToRemind = async (
  tx: SiteTx,
  { now, until, madeBefore }: { now: Date; until: Date; madeBefore: Date },
): Promise<number[]> =>
  (
    await tx
      .select({ id: registrations.id })
      .from(registrations)
      .innerJoin(slots, and(eq(slots.id, registrations.slotId), eq(slots.startsAt, registrations.startsAt)))
      .innerJoin(elements, and(eq(elements.id, slots.elementId), eq(elements.status, 'SCHEDULED')))
      .where(
        and(
          eq(registrations.state, 'CONFIRMED'),
          isNull(registrations.remindedAt),
          gt(slots.startsAt, now),
          lte(slots.startsAt, until),
          lt(registrations.createdAt, madeBefore),
        ),
      )
      .orderBy(asc(registrations.id))
  ).map(({ id }) => id);

/** @returns The registration; null if another worker has claimed its reminder. */
export async function claimReminder(tx: SiteTx, id: number, now: Date): Promise<RegistrationRow | null> {
  const [row] = await tx
    .update(registrations)
    .set({ remindedAt: now })
    .where(and(eq(registrations.id, id), eq(registrations.state, 'CONFIRMED'), isNull(registrations.remindedAt)))
    .returning();
  return row ?? null;
}

/** The registrations of an email address in lower case, oldest first. */
export const readRegistrationsByEmail = (tx: SiteTx, emailKey: string): Promise<RegistrationRow[]> =>
  tx.select().from(registrations).where(eq(registrations.emailKey, emailKey)).orderBy(asc(registrations.id));

export const readRegistrationsOfElement = (tx: SiteTx, elementId: number, limit: number): Promise<RegistrationRow[]> =>
  tx
    .select()
    .from(registrations)
    .where(eq(registrations.elementId, elementId))
    .orderBy(asc(registrations.startsAt), asc(registrations.id))
    .limit(limit);

/** The slots for which some email addresses are registered, in ascending order. */
export const findSlotsRegisteredByEmail = async (tx: SiteTx, emailKeys: readonly string[]): Promise<number[]> =>
  (
    await tx
      .selectDistinct({ slotId: registrations.slotId })
      .from(registrations)
      .where(inArray(registrations.emailKey, [...emailKeys]))
      .orderBy(asc(registrations.slotId))
  ).map(({ slotId }) => slotId);

/** Masks email addresses in the names of other people's registrations, which an address can be typed into by mistake. */
export async function maskEmailsInNames(tx: SiteTx, emailKeys: readonly string[]): Promise<void> {
  for (const emailKey of emailKeys) {
    const rows = await tx
      .select({ id: registrations.id, name: registrations.name })
      .from(registrations)
      .where(sql`strpos(lower(${registrations.name}), ${emailKey}) > 0`);
    for (const { id, name } of rows)
      await tx
        .update(registrations)
        .set({ name: maskEmail(name, emailKey) })
        .where(eq(registrations.id, id));
  }
}

export const deleteRegistrationsByEmailKeys = (tx: SiteTx, emailKeys: readonly string[]) =>
  tx.delete(registrations).where(inArray(registrations.emailKey, [...emailKeys]));

export const deleteRegistrationsBefore = (tx: SiteTx, before: Date) =>
  tx.delete(registrations).where(lt(registrations.startsAt, before));

/** One page of registrations, newest first, and their total number. */
export async function findRegistrations(tx: SiteTx, { page, nbItem, filters }: ListQuery) {
  const columns = { idElement: registrations.elementId, idSlot: registrations.slotId };
  const where = and(
    ...filters.map(({ field, operator, value }) => {
      if (field !== 'state')
        return comparisonSql(sql`${columns[field as 'idElement']}`, operator, value as ComparableValue);
      const isOneOf = inArray(registrations.state, value as RegistrationRow['state'][]);
      return operator === 'df:' ? sql`not ${isOneOf}` : isOneOf;
    }),
  );
  const [counted] = await tx.select({ total: count() }).from(registrations).where(where);
  const rows = await tx
    .select()
    .from(registrations)
    .where(where)
    .orderBy(desc(registrations.id))
    .limit(nbItem)
    .offset((page - 1) * nbItem);
  return { rows, total: counted?.total ?? 0 };
}

/** Reads the upcoming dates for which people are registered and whose slot does not exist. */
export const readDatesWithoutSlot = (tx: SiteTx) =>
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

/** The upcoming registrations of cancelled elements that were not cancelled yet. */
export const findRegistrationsOfCancelledElements = async (tx: SiteTx, now: Date): Promise<number[]> =>
  (
    await tx
      .select({ id: registrations.id })
      .from(registrations)
      .where(
        and(
          ne(registrations.state, 'CANCELLED'),
          gt(registrations.startsAt, now),
          sql`exists (select from elements e where e.id = ${registrations.elementId} and e.status = 'CANCELLED')`,
        ),
      )
      .orderBy(asc(registrations.id))
  ).map(({ id }) => id);
