import { describe, expect, it } from 'vitest';
import {
  computePlacesLeft,
  computeSlotRegistrationState,
  hasEnoughPlaces,
} from '#shared/elements/registration-rules.ts';

const now = Date.parse('2027-05-01T08:00:00Z');
const slot = { startsAt: new Date('2027-05-02T08:00:00Z'), capacity: 10, taken: 4, waiting: 0 };
const terms = { status: 'SCHEDULED', maxPeople: 6, closesHoursBefore: 0 } as const;

describe('computePlacesLeft', () => {
  it.each([
    [{}, 6],
    [{ taken: 12 }, 0],
    [{ waiting: 1 }, 0],
    [{ capacity: null }, null],
  ])('counts free places, which belong to the waiting list if there is one: %o', (changes, places) =>
    expect(computePlacesLeft({ ...slot, ...changes })).toBe(places),
  );
});

describe('hasEnoughPlaces', () => {
  it.each([
    [{}, 6, true],
    [{}, 7, false],
    [{ waiting: 1 }, 1, false],
    [{ capacity: null, taken: 999 }, 50, true],
  ])('confirms %o for %i people: %s', (changes, people, isConfirmed) =>
    expect(hasEnoughPlaces({ ...slot, ...changes }, people)).toBe(isConfirmed),
  );
});

describe('computeSlotRegistrationState', () => {
  it.each([
    [{}, {}, 'OPEN'],
    [{ maxPeople: null }, {}, 'NONE'],
    [{ status: 'CANCELLED' }, {}, 'CLOSED'],
    [{ status: 'POSTPONED' }, {}, 'CLOSED'],
    [{ closesHoursBefore: 24 }, {}, 'CLOSED'],
    [{ closesHoursBefore: 23 }, {}, 'OPEN'],
    [{}, { taken: 10 }, 'WAITING_LIST'],
    [{}, { taken: 10, waiting: 100 }, 'FULL'],
  ] as const)('returns for the terms %o and the slot %o: %s', (termChanges, slotChanges, expected) =>
    expect(computeSlotRegistrationState({ ...terms, ...termChanges }, { ...slot, ...slotChanges }, now)).toBe(expected),
  );
});
