import { toLocalDayAndTime } from '#shared/places/local-time.ts';
import { listOpenCollectionSlotsIgnoringCapacity } from '#shared/shipping/collection-slots.ts';
import { readAttendableSlots } from './elements/read-attendable-slots.ts';
import { readService } from './services/services-repository.ts';
import type { ElementAndServiceBookableSlotReaders } from './shipping/available-slots.ts';

/** Minimum notice for a visit in hours, so that visitors book at least a day ahead. */
const serviceLeadHours = 24;

/**
 * Reads the slots of a month in which visitors can attend an event or book a service. Collection slots of the estate's
 * addresses belong to the shipping domain.
 */
export const elementAndServiceSlotReaders: ElementAndServiceBookableSlotReaders = {
  element: async (tx, { id, month, year }, { now, timeZone }) => {
    const slots = await readAttendableSlots(tx, id, new Date(now));
    if (!slots) return null;
    const prefix = `${year}-${String(month).padStart(2, '0')}-`;
    return slots
      .map(({ id: idSchedule, startsAt, endsAt }) => {
        const { day: date, time: from } = toLocalDayAndTime(startsAt.getTime(), timeZone);
        return { date, idSchedule, from, to: toLocalDayAndTime(endsAt.getTime(), timeZone).time };
      })
      .filter(({ date }) => date.startsWith(prefix));
  },
  service: async (tx, { id, month, year }, clock) => {
    const service = await readService(tx, id);
    return (
      service &&
      listOpenCollectionSlotsIgnoringCapacity(service, month, year, { ...clock, leadHours: serviceLeadHours })
    );
  },
};
