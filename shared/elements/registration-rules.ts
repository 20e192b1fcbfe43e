import type { ElementStatus } from './element-status.ts';

/** Upper limit of the number of people that a site may allow for one registration. */
export const maxPeoplePerRegistration = 50;

/** Maximum number of registrations on the waiting list of a slot. */
export const maxWaitingRegistrations = 100;

/** `NONE`: the element has no registration. `FULL`: the waiting list is full, too. */
export type SlotRegistration = 'NONE' | 'OPEN' | 'WAITING_LIST' | 'FULL' | 'CLOSED';

export interface RegistrationTerms {
  status: ElementStatus;
  /** Null if visitors cannot register. */
  maxPeople: number | null;
  closesHoursBefore: number;
}

export interface SlotOccupancy {
  startsAt: Date;
  /** Null for no limit. */
  capacity: number | null;
  /** People with a confirmed place. */
  taken: number;
  /** Registrations on the waiting list. */
  waiting: number;
}

/** People for whom there is a place; null for no limit. While people wait, free places are theirs. */
export const placesLeft = ({ capacity, taken, waiting }: SlotOccupancy): number | null =>
  capacity === null ? null : waiting > 0 ? 0 : Math.max(0, capacity - taken);

/** @param now Milliseconds since 1970. */
export function slotRegistration(terms: RegistrationTerms, slot: SlotOccupancy, now: number): SlotRegistration {
  if (terms.maxPeople === null) return 'NONE';
  const closesAt = slot.startsAt.getTime() - terms.closesHoursBefore * 3_600_000;
  if (terms.status !== 'SCHEDULED' || now >= closesAt) return 'CLOSED';
  if (placesLeft(slot) !== 0) return 'OPEN';
  return slot.waiting < maxWaitingRegistrations ? 'WAITING_LIST' : 'FULL';
}

/** True if a registration gets its places at once. Otherwise it goes to the end of the waiting list. */
export function isConfirmedAtOnce(slot: SlotOccupancy, people: number): boolean {
  const left = placesLeft(slot);
  return left === null || people <= left;
}
