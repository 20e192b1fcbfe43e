import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { computeSlotRegistrationState } from '#shared/elements/registration-rules.ts';
import {
  readElementById,
  readOccupancyOfUpcomingSlots,
  readSlotsOfElements,
  type SlotRow,
} from './elements-repository.ts';

/**
 * Reads the future slots of an element for which visitors can register, or which need no registration; null if there is
 * no such published element.
 */
export async function readAttendableSlots(tx: SiteTx, elementId: number, now: Date): Promise<SlotRow[] | null> {
  const element = await readElementById(tx, elementId);
  if (!element || element.publishedAt > now) return null;
  const slots = (await readSlotsOfElements(tx, [elementId])).filter(({ startsAt }) => startsAt > now);
  const occupancy = await readOccupancyOfUpcomingSlots(
    tx,
    slots.map(({ id }) => id),
  );
  return slots.filter((slot) => {
    const state = computeSlotRegistrationState(
      element,
      { ...slot, ...(occupancy.get(slot.id) ?? { taken: 0, waiting: 0 }) },
      now.getTime(),
    );
    if (state === 'NONE') return element.status === 'SCHEDULED';
    return state === 'OPEN' || state === 'WAITING_LIST';
  });
}
