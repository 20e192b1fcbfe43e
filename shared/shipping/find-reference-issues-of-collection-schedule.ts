import { findIssuesOfReference, findTakenValueIssues, type ItemIssue, type ValueOwner } from '../item-issue.ts';
import { collectionPlaceAddressType } from './collection-schedule-input.ts';

interface CheckedSchedule {
  address: number;
  schedules: readonly { id: number }[];
}

interface KnownToCollectionSchedules {
  /** The types of each address of the site, by its id. */
  addressTypes: ReadonlyMap<number, readonly string[]>;
  /** The owners of the schedules of other addresses. */
  scheduleOwners: ReadonlyMap<number, ValueOwner>;
}

/**
 * Finds violations of the rules between the collection times of an address and the other items of its site. Customers
 * can choose only addresses of the type `collectionPlaceAddressType`.
 */
export function findReferenceIssuesOfCollectionSchedule(
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
