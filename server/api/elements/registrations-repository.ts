import { and, asc, count, desc, eq, gt, inArray, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import { generateTokenWithHash, hashToken } from '#server/api/accounts/accounts.ts';
import { type ComparableNumberOrDate, comparisonSql } from '#server/api/database/filter-sql.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { ListQuery } from '#shared/list-query.ts';
import { redactEmail } from '#shared/redact-email.ts';
import {
  elements,
  elementRegistrations as registrations,
  elementSlots as slots,
  elementRegistrationTokens as tokens,
} from './elements-tables.ts';

export type RegistrationRow = typeof registrations.$inferSelect;

/**
 * Inserts a registration; returns null if a simultaneous request for another slot has used the same idempotency key.
 */
export async function insertRegistration(
  tx: SiteTx,
  values: Omit<typeof registrations.$inferInsert, 'id' | 'siteId'>,
): Promise<RegistrationRow | null> {
  const [row] = await tx.insert(registrations).values(values).onConflictDoNothing().returning();
  return row ?? null;
}

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

export async function readRegistrationByIdempotencyKey(tx: SiteTx, keyHash: string): Promise<RegistrationRow | null> {
  const [row] = await tx.select().from(registrations).where(eq(registrations.requestKey, keyHash));
  return row ?? null;
}

/**
 * Finds a registration with the same content that arrived without an idempotency key after `since`. A cancelled
 * registration does not count, so that visitors can register again.
 */
export async function findIdenticalRegistration(
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

export async function issueCancellationToken(tx: SiteTx, registrationId: number): Promise<string> {
  const { token, hash } = generateTokenWithHash();
  await tx.insert(tokens).values({ tokenHash: hash, registrationId });
  return token;
}

/** Finds the registration of a token; returns null if the token is unknown, or the registration's date is past. */
export async function readRegistrationByToken(tx: SiteTx, token: string, now: Date): Promise<RegistrationRow | null> {
  const [row] = await tx
    .select({ registration: registrations })
    .from(tokens)
    .innerJoin(registrations, eq(registrations.id, tokens.registrationId))
    .where(and(eq(tokens.tokenHash, hashToken(token)), gt(registrations.startsAt, now)));
  return row?.registration ?? null;
}

export const readWaitedSlotIds = async (tx: SiteTx, now: Date): Promise<number[]> =>
  (
    await tx
      .selectDistinct({ id: slots.id })
      .from(slots)
      .innerJoin(registrations, and(eq(registrations.slotId, slots.id), eq(registrations.state, 'WAITING')))
      .where(gt(slots.startsAt, now))
  ).map(({ id }) => id);

/** Finds the registrations, made before `madeBefore`, that still need a reminder of a slot that begins by `until`. */
export const readRegistrationIdsToRemind = async (
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

/** Claims the reminder of a registration; null if another worker has claimed it, or it is no longer confirmed. */
export async function claimRegistrationToRemind(tx: SiteTx, id: number, now: Date): Promise<RegistrationRow | null> {
  const [row] = await tx
    .update(registrations)
    .set({ remindedAt: now })
    .where(and(eq(registrations.id, id), eq(registrations.state, 'CONFIRMED'), isNull(registrations.remindedAt)))
    .returning();
  return row ?? null;
}

/** Reads the registrations of an email address, given in lower case; oldest first. */
export const readRegistrationsByEmail = (tx: SiteTx, emailKey: string): Promise<RegistrationRow[]> =>
  tx.select().from(registrations).where(eq(registrations.emailKey, emailKey)).orderBy(asc(registrations.id));

export const readRegistrationsOfElement = (tx: SiteTx, elementId: number, limit: number): Promise<RegistrationRow[]> =>
  tx
    .select()
    .from(registrations)
    .where(eq(registrations.elementId, elementId))
    .orderBy(asc(registrations.startsAt), asc(registrations.id))
    .limit(limit);

/** Finds the slots for which some email addresses are registered, in ascending order. */
export const readRegisteredSlotIds = async (tx: SiteTx, emailKeys: readonly string[]): Promise<number[]> =>
  (
    await tx
      .selectDistinct({ slotId: registrations.slotId })
      .from(registrations)
      .where(inArray(registrations.emailKey, [...emailKeys]))
      .orderBy(asc(registrations.slotId))
  ).map(({ slotId }) => slotId);

/** Masks email addresses in the names of other visitors' registrations, where an address can be typed by mistake. */
export async function maskEmailsInNames(tx: SiteTx, emailKeys: readonly string[]): Promise<void> {
  for (const emailKey of emailKeys) {
    const rows = await tx
      .select({ id: registrations.id, name: registrations.name })
      .from(registrations)
      .where(sql`strpos(lower(${registrations.name}), ${emailKey}) > 0`);
    for (const { id, name } of rows)
      await tx
        .update(registrations)
        .set({ name: redactEmail(name, emailKey) })
        .where(eq(registrations.id, id));
  }
}

export const deleteRegistrationsOfEmailKeys = (tx: SiteTx, emailKeys: readonly string[]) =>
  tx.delete(registrations).where(inArray(registrations.emailKey, [...emailKeys]));

export const deleteRegistrationsBefore = (tx: SiteTx, before: Date) =>
  tx.delete(registrations).where(lt(registrations.startsAt, before));

/** Reads one page of registrations, newest first, and their total number. */
export async function readRegistrationPage(tx: SiteTx, { page, nbItem, filters }: ListQuery) {
  const columns = { idElement: registrations.elementId, idSlot: registrations.slotId };
  const where = and(
    ...filters.map(({ field, operator, value }) => {
      if (field !== 'state')
        return comparisonSql(sql`${columns[field as 'idElement']}`, operator, value as ComparableNumberOrDate);
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

/** Finds the upcoming registrations that are not cancelled, although their element is. */
export const readCancelledRegistrationIds = async (tx: SiteTx, now: Date): Promise<number[]> =>
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
