import { and, asc, eq, gt, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import type { JobDefinitions, JobTask } from '#server/api/jobs/task-list.ts';
import { confirmWaitingRegistrations } from './cancel-registration.ts';
import {
  lockSlot,
  moveRegistrations,
  type RegistrationRow,
  readElementById,
  readRegistration,
  type SlotRow,
  setRegistrationState,
} from './elements-repository.ts';
import {
  elementSlots,
  elements,
  elementRegistrations as registrations,
  elementSlots as slots,
} from './elements-tables.ts';
import { queueRegistrationMailToVisitor } from './registration-mails.ts';

const readWaitedSlotIds = async (tx: SiteTx, now: Date): Promise<number[]> =>
  (
    await tx
      .selectDistinct({ id: slots.id })
      .from(slots)
      .innerJoin(registrations, and(eq(registrations.slotId, slots.id), eq(registrations.state, 'WAITING')))
      .where(gt(slots.startsAt, now))
  ).map(({ id }) => id);

/** Finds the registrations, made before `madeBefore`, that still need a reminder of a slot that begins by `until`. */
const readRegistrationIdsToRemind = async (
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
async function claimRegistrationToRemind(tx: SiteTx, id: number, now: Date): Promise<RegistrationRow | null> {
  const [row] = await tx
    .update(registrations)
    .set({ remindedAt: now })
    .where(and(eq(registrations.id, id), eq(registrations.state, 'CONFIRMED'), isNull(registrations.remindedAt)))
    .returning();
  return row ?? null;
}

const deleteRegistrationsBefore = (tx: SiteTx, before: Date) =>
  tx.delete(registrations).where(lt(registrations.startsAt, before));

/** Finds the upcoming registrations that are not cancelled, although their element is. */
const readCancelledRegistrationIds = async (tx: SiteTx, now: Date): Promise<number[]> =>
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

async function readSlot(tx: SiteTx, slotId: number): Promise<SlotRow | null> {
  const [row] = await tx.select().from(elementSlots).where(eq(elementSlots.id, slotId));
  return row ?? null;
}

const dayMs = 86_400_000;

/** Months after the start of their slot at which registrations are erased (docs/rules.md, "Registrations"). */
const retentionMonths = 12;

/**
 * The hourly task for registrations. It updates the dates of registrations whose slot an import has moved, confirms
 * waiting registrations after an estate has raised a capacity, cancels the registrations of cancelled elements, and
 * reminds visitors the day before. Each cancellation, waiting list and reminder has a separate transaction.
 */
const maintainRegistrationsTask: JobTask = async ({ db, siteId, signal }) => {
  const runInSite = <T>(work: (tx: SiteTx) => Promise<T>) => withSiteTransaction(db, siteId, work);
  const now = new Date();
  const each = async (ids: readonly number[], work: (tx: SiteTx, id: number) => Promise<void>) => {
    for (const id of ids) {
      if (signal.aborted) return;
      await runInSite((tx) => work(tx, id));
    }
  };
  await runInSite(moveRegistrations);
  await each(await runInSite((tx) => readCancelledRegistrationIds(tx, now)), callOff);
  await each(await runInSite((tx) => readWaitedSlotIds(tx, now)), (tx, id) => confirmWaitingRegistrations(tx, id, now));
  const tomorrow = { now, until: new Date(now.getTime() + dayMs), madeBefore: new Date(now.getTime() - dayMs) };
  await each(await runInSite((tx) => readRegistrationIdsToRemind(tx, tomorrow)), (tx, id) => remind(tx, id, now));
};

async function remind(tx: SiteTx, id: number, now: Date): Promise<void> {
  const registration = await claimRegistrationToRemind(tx, id, now);
  const slot = registration && (await readSlot(tx, registration.slotId));
  const element = slot && (await readElementById(tx, slot.elementId));
  if (registration && slot && element?.status === 'SCHEDULED')
    await queueRegistrationMailToVisitor(tx, 'reminder', registration, { element, slot });
}

async function callOff(tx: SiteTx, id: number): Promise<void> {
  const registration = await readRegistration(tx, id);
  const slot = registration && (await lockSlot(tx, registration.slotId));
  const element = slot && (await readElementById(tx, slot.elementId));
  const current = await readRegistration(tx, id);
  if (!slot || element?.status !== 'CANCELLED' || !current || current.state === 'CANCELLED') return;
  await setRegistrationState(tx, id, 'CANCELLED');
  await queueRegistrationMailToVisitor(tx, 'called-off', current, { element, slot });
}

export const elementsJobs = {
  daily: {
    'tidy-registrations': async (tx) => {
      const before = new Date();
      before.setUTCMonth(before.getUTCMonth() - retentionMonths);
      await deleteRegistrationsBefore(tx, before);
    },
  },
  hourly: { 'maintain-registrations': maintainRegistrationsTask },
} satisfies JobDefinitions;
