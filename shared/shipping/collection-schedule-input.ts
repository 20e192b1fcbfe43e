import { z } from 'zod';
import { ClockTime, Id } from '../input-fields.ts';
import { createRefinement, type InputIssue } from '../input-issue.ts';
import { findIssuesOfReference, findTakenValueIssues, type ItemIssue, type ValueOwner } from '../item-issue.ts';
import { maxId } from '../limits.ts';
import { Localized } from '../localized.ts';
import { weekdays } from '../places/weekday.ts';

/** The type of those postal addresses of the estate at which customers can collect orders. */
export const collectionPlaceAddressType = 'click-and-collect';

interface CheckedSchedule {
  address: number;
  schedules: readonly { id: number }[];
}

interface KnownToCollectionSchedules {
  addressTypes: ReadonlyMap<number, readonly string[]>;
  /** The owners of the schedules of other addresses. */
  scheduleOwners: ReadonlyMap<number, ValueOwner>;
}

/**
 * Finds violations of the rules between the collection times of an address and the other items of its site. Customers
 * can choose only addresses of the type `collectionPlaceAddressType`.
 */
export function findScheduleIssues(
  { address, schedules }: CheckedSchedule,
  { addressTypes, scheduleOwners }: KnownToCollectionSchedules,
): ItemIssue[] {
  const canCollect = (id: number) => addressTypes.get(id)?.includes(collectionPlaceAddressType) ?? false;
  const kind = addressTypes.has(address) ? 'collection address' : 'address';
  return [
    ...findIssuesOfReference(kind, ['address'], address, { has: canCollect }),
    ...schedules.flatMap(({ id }, index) => findTakenValueIssues(['schedules', index, 'id'], id, scheduleOwners)),
  ];
}

/** The times at which customers can collect orders at one address of the estate, and the days on which they cannot. */
const CollectionScheduleFields = z.strictObject({
  address: Id,
  schedules: z
    .array(
      z.strictObject({
        id: Id,
        weekdays: z.array(z.enum(weekdays)).min(1),
        from: ClockTime,
        to: ClockTime,
        /** The maximum number of orders in the slot on one day; null for no limit. */
        capacity: z.int().min(1).max(maxId).nullable().default(null),
      }),
    )
    .min(1),
  closures: z
    .array(z.strictObject({ from: z.iso.date(), to: z.iso.date(), reason: Localized.default('') }))
    .default([]),
});

type CollectionFields = Pick<z.infer<typeof CollectionScheduleFields>, 'schedules' | 'closures'>;

const findCollectionTimeIssues = ({ schedules, closures }: CollectionFields): InputIssue[] => [
  ...schedules.flatMap(({ from, to }, index) =>
    to <= from ? [{ path: ['schedules', index, 'to'], message: 'must be after "from"', code: 'end_before_start' }] : [],
  ),
  ...closures.flatMap(({ from, to }, index) =>
    to < from
      ? [{ path: ['closures', index, 'to'], message: 'must not be before "from"', code: 'end_before_start' }]
      : [],
  ),
];

const repeatedIdIssues = ({ schedules }: CollectionFields): InputIssue[] =>
  schedules.flatMap(({ id }, index) => {
    const first = schedules.findIndex((other) => other.id === id);
    return first === index
      ? []
      : [{ path: ['schedules', index, 'id'], message: `the id ${id} is used already at schedules.${first}` }];
  });

export const CollectionScheduleInput = CollectionScheduleFields.superRefine(
  createRefinement((input) => [...findCollectionTimeIssues(input), ...repeatedIdIssues(input)]),
);
export type CollectionScheduleInput = z.infer<typeof CollectionScheduleInput>;
