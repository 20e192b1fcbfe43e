import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import type { JobDefinitions, JobTask } from '#server/api/jobs/task-list.ts';
import { confirmWaitingRegistrations } from './cancel-registration.ts';
import { lockSlot, readElementById, readSlot } from './elements-repository.ts';
import { queueRegistrationMailToVisitor } from './registration-mails.ts';
import {
  claimRegistrationToRemind,
  deleteRegistrationsBefore,
  moveRegistrations,
  readCancelledRegistrationIds,
  readRegistration,
  readRegistrationIdsToRemind,
  readWaitedSlotIds,
  setRegistrationState,
} from './registrations-repository.ts';

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
