export const elementStatuses = ['SCHEDULED', 'POSTPONED', 'CANCELLED'] as const;
export type ElementStatus = (typeof elementStatuses)[number];

export const maxPeoplePerRegistration = 50;

const maxWaitingListRegistrations = 100;

/**
 * The state of registration for one date. `NONE` means that the element has no registration, `FULL` that the waiting
 * list is full, too, and `CLOSED` that the time for registration is over or the element is not SCHEDULED.
 */
type SlotRegistrationState = 'NONE' | 'OPEN' | 'WAITING_LIST' | 'FULL' | 'CLOSED';

interface RegistrationRules {
  status: ElementStatus;
  /** Maximum number of people in one registration; null if visitors cannot register. */
  maxPeople: number | null;
  closesHoursBefore: number;
}

export interface SlotOccupancy {
  startsAt: Date;
  /** Maximum number of people on this date; null for no limit. */
  capacity: number | null;
  /** Number of people with a confirmed place. */
  taken: number;
  waiting: number;
}

/**
 * Returns the number of free places; null for no limit. The number is 0 while the waiting list has registrations,
 * because those get free places first.
 */
export const computePlacesLeft = ({ capacity, taken, waiting }: SlotOccupancy): number | null =>
  capacity === null ? null : waiting > 0 ? 0 : Math.max(0, capacity - taken);

/** @param now milliseconds since 1970 */
export function computeSlotRegistrationState(
  terms: RegistrationRules,
  slot: SlotOccupancy,
  now: number,
): SlotRegistrationState {
  if (terms.maxPeople === null) return 'NONE';
  const closesAt = slot.startsAt.getTime() - terms.closesHoursBefore * 3_600_000;
  if (terms.status !== 'SCHEDULED' || now >= closesAt) return 'CLOSED';
  if (computePlacesLeft(slot) !== 0) return 'OPEN';
  return slot.waiting < maxWaitingListRegistrations ? 'WAITING_LIST' : 'FULL';
}

/** Checks whether a registration is confirmed at once. Otherwise it goes to the end of the waiting list. */
export function hasEnoughPlaces(slot: SlotOccupancy, people: number): boolean {
  const left = computePlacesLeft(slot);
  return left === null || people <= left;
}
