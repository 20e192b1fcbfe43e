import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import { hashToken } from '#server/api/accounts/accounts.ts';
import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { hasEnoughPlaces } from '#shared/elements/registration-rules.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { redactEmail } from '#shared/redact-email.ts';
import {
  lockSlot,
  type RegistrationRow,
  readElementById,
  readOccupancyOfUpcomingSlots,
  readRegistration,
  type SlotRow,
  setRegistrationState,
} from './elements-repository.ts';
import { elementRegistrations as registrations, elementRegistrationTokens as tokens } from './elements-tables.ts';
import { queueRegistrationMailToEstate, queueRegistrationMailToVisitor } from './registration-mails.ts';

const readWaitingList = (tx: SiteTx, slotId: number): Promise<RegistrationRow[]> =>
  tx
    .select()
    .from(registrations)
    .where(
      and(eq(registrations.slotId, slotId), eq(registrations.state, 'WAITING'), gt(registrations.startsAt, sql`now()`)),
    )
    .orderBy(asc(registrations.id));

/** Finds the registration of a token; returns null if the token is unknown, or the registration's date is past. */
async function readRegistrationByToken(tx: SiteTx, token: string, now: Date): Promise<RegistrationRow | null> {
  const [row] = await tx
    .select({ registration: registrations })
    .from(tokens)
    .innerJoin(registrations, eq(registrations.id, tokens.registrationId))
    .where(and(eq(tokens.tokenHash, hashToken(token)), gt(registrations.startsAt, now)));
  return row?.registration ?? null;
}

/** Finds the slots for which some email addresses are registered, in ascending order. */
const readRegisteredSlotIds = async (tx: SiteTx, emailKeys: readonly string[]): Promise<number[]> =>
  (
    await tx
      .selectDistinct({ slotId: registrations.slotId })
      .from(registrations)
      .where(inArray(registrations.emailKey, [...emailKeys]))
      .orderBy(asc(registrations.slotId))
  ).map(({ slotId }) => slotId);

/** Masks email addresses in the names of other visitors' registrations, where an address can be typed by mistake. */
async function maskEmailsInNames(tx: SiteTx, emailKeys: readonly string[]): Promise<void> {
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

const deleteRegistrationsOfEmailKeys = (tx: SiteTx, emailKeys: readonly string[]) =>
  tx.delete(registrations).where(inArray(registrations.emailKey, [...emailKeys]));

/**
 * Cancels a registration and gives its places to the waiting list. A second call with the same link changes nothing and
 * succeeds. The slot is locked before the registration, in the same order as everywhere else.
 */
export async function cancelByToken(
  tx: SiteTx,
  token: string,
  now: Date,
): Promise<Outcome<Record<string, never>, 'link_expired'>> {
  const found = await readRegistrationByToken(tx, token, now);
  if (!found) return refuse('link_expired');
  const slot = await lockSlot(tx, found.slotId);
  const registration = await readRegistration(tx, found.id);
  if (!registration || registration.state === 'CANCELLED') return ok({});
  await setRegistrationState(tx, registration.id, 'CANCELLED');
  const element = slot && (await readElementById(tx, slot.elementId));
  if (!element) return ok({});
  await queueRegistrationMailToEstate(tx, 'cancelled', registration, { element, slot });
  await moveUpWaiting(tx, slot, now);
  return ok({});
}

interface StaffCancellation {
  /** The message to the visitor who registered; empty for none. */
  reason: string;
  userId: number;
  now: Date;
}

/**
 * Cancels a registration on behalf of the estate, notifies the visitor by mail if the slot has not begun, and gives its
 * places to the waiting list.
 */
export async function cancelByStaff(
  tx: SiteTx,
  id: number,
  { reason, userId, now }: StaffCancellation,
): Promise<Outcome<Record<string, never>, 'not_found' | 'already_cancelled'>> {
  const found = await readRegistration(tx, id);
  if (!found) return refuse('not_found');
  const slot = await lockSlot(tx, found.slotId);
  const registration = await readRegistration(tx, id);
  if (!registration) return refuse('not_found');
  if (registration.state === 'CANCELLED') return refuse('already_cancelled');
  await setRegistrationState(tx, id, 'CANCELLED');
  const change = { before: { state: registration.state }, after: { state: 'CANCELLED' } };
  await recordStaffChange(tx, { userId, resource: 'registration', key: id, action: 'UPDATE', ...change });
  const element = slot && (await readElementById(tx, slot.elementId));
  if (!element) return ok({});
  if (registration.startsAt > now)
    await queueRegistrationMailToVisitor(tx, 'cancelled-by-estate', registration, { element, slot, reason });
  await moveUpWaiting(tx, slot, now);
  return ok({});
}

/**
 * Confirms the waiting registrations of a locked slot in their order, and stops at the first one that does not fit. A
 * registration for more visitors than the slot's capacity is skipped, because it would block all later ones; the estate
 * has reduced the capacity since.
 */
async function moveUpWaiting(tx: SiteTx, slot: SlotRow, now: Date): Promise<void> {
  if (slot.startsAt <= now) return;
  const element = await readElementById(tx, slot.elementId);
  if (element?.status !== 'SCHEDULED') return;
  let taken = (await readOccupancyOfUpcomingSlots(tx, [slot.id])).get(slot.id)?.taken ?? 0;
  for (const registration of await readWaitingList(tx, slot.id)) {
    if (slot.capacity !== null && registration.people > slot.capacity) continue;
    if (!hasEnoughPlaces({ ...slot, taken, waiting: 0 }, registration.people)) return;
    taken += registration.people;
    await setRegistrationState(tx, registration.id, 'CONFIRMED');
    await queueRegistrationMailToVisitor(tx, 'moved-up', registration, { element, slot });
  }
}

export async function confirmWaitingRegistrations(tx: SiteTx, slotId: number, now: Date): Promise<void> {
  const slot = await lockSlot(tx, slotId);
  if (slot) await moveUpWaiting(tx, slot, now);
}

/** Deletes the registrations of email addresses, masks these in other names, and gives the places to waiting lists. */
export async function eraseRegistrations(tx: SiteTx, emailKeys: readonly string[], now: Date): Promise<void> {
  const slotIds = await readRegisteredSlotIds(tx, emailKeys);
  for (const slotId of slotIds) await lockSlot(tx, slotId);
  await deleteRegistrationsOfEmailKeys(tx, emailKeys);
  await maskEmailsInNames(tx, emailKeys);
  for (const slotId of slotIds) await confirmWaitingRegistrations(tx, slotId, now);
}
