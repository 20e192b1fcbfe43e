import { z } from 'zod';
import { ClockTime, Id } from '../input-fields.ts';
import { type InputIssue, refineBy } from '../input-issue.ts';
import { Localized } from '../localized.ts';
import { weekdays } from '../places/weekday.ts';

/** The type of the addresses at which customers can choose to collect an order. */
export const collectionAddressType = 'click-and-collect';

/** The times at which customers collect orders at an address of the estate, and the days on which they cannot. */
export const CollectionScheduleFields = z.strictObject({
  /** The id of the address. */
  address: Id,
  schedules: z
    .array(
      z.strictObject({
        id: Id,
        weekdays: z.array(z.enum(weekdays)).min(1),
        from: ClockTime,
        to: ClockTime,
        /** The number of orders that one day's slot takes; null without a limit. */
        capacity: z.int().min(1).nullable().default(null),
      }),
    )
    .min(1),
  closures: z
    .array(z.strictObject({ from: z.iso.date(), to: z.iso.date(), reason: Localized.default('') }))
    .default([]),
});

type CollectionTimes = Pick<z.infer<typeof CollectionScheduleFields>, 'schedules' | 'closures'>;

export const findCollectionTimeIssues = ({ schedules, closures }: CollectionTimes): InputIssue[] => [
  ...schedules.flatMap(({ from, to }, index) =>
    to <= from ? [{ path: ['schedules', index, 'to'], message: 'must be after "from"' }] : [],
  ),
  ...closures.flatMap(({ from, to }, index) =>
    to < from ? [{ path: ['closures', index, 'to'], message: 'must not be before "from"' }] : [],
  ),
];

const repeatedIdIssues = ({ schedules }: CollectionTimes): InputIssue[] =>
  new Set(schedules.map(({ id }) => id)).size === schedules.length
    ? []
    : [{ path: ['schedules'], message: 'must not contain duplicate ids' }];

export const CollectionScheduleInput = CollectionScheduleFields.superRefine(
  refineBy((input) => [...findCollectionTimeIssues(input), ...repeatedIdIssues(input)]),
);
export type CollectionScheduleInput = z.infer<typeof CollectionScheduleInput>;
