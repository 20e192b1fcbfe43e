import { expect, it } from 'vitest';
import { findScheduleIssues } from '#shared/shipping/collection-schedule-input.ts';

const known = {
  addressTypes: new Map([
    [1, ['shop', 'click-and-collect']],
    [2, ['shop']],
  ]),
  scheduleOwners: new Map([[7, 3]]),
};

it.each([
  ['accepts an address with click and collect', 1, 1, []],
  [
    'reports an unknown address',
    9,
    1,
    [{ refusal: 'unknown_reference', path: ['address'], kind: 'address', value: 9 }],
  ],
  [
    'reports an address without click and collect',
    2,
    1,
    [{ refusal: 'unknown_reference', path: ['address'], kind: 'collection address', value: 2 }],
  ],
  [
    'reports a schedule of another address',
    1,
    7,
    [{ refusal: 'already_exists', path: ['schedules', 0, 'id'], value: 7, owner: 3 }],
  ],
])('findScheduleIssues %s', (_, address, id, issues) => {
  expect(findScheduleIssues({ address, schedules: [{ id }] }, known)).toEqual(issues);
});
