import { and, inArray, ne } from 'drizzle-orm';
import { saveAndNotify } from '#server/api/changes/save-and-notify.ts';
import { withIds } from '#server/api/database/assign-ids.ts';
import type { SaveOutcome } from '#server/api/database/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { rowsOf, type TableRows } from '#server/api/database/table-rows.ts';
import { readAddress } from '#server/api/places/places.ts';
import { resource } from '#server/api/resources/resource.ts';
import { pickupPlaces, pickupSchedules } from '#server/api/shipping/shipping-tables.ts';
import { refuse } from '#shared/outcome.ts';
import { PickupScheduleInput, pickupAddressType } from '#shared/shipping/pickup-schedule-input.ts';

export const pickupScheduleRows = (list: readonly PickupScheduleInput[]): TableRows[] => [
  rowsOf(
    pickupPlaces,
    list.map(({ address, closures }) => ({ addressId: address, closures })),
  ),
  rowsOf(
    pickupSchedules,
    list.flatMap(({ address, schedules }) => schedules.map((schedule) => ({ ...schedule, addressId: address }))),
    { addressId: list.map(({ address }) => address) },
  ),
];

/** Saves the collection times of an address, which must be of the type `pickupAddressType`. */
export async function savePickupSchedule(tx: SiteTx, input: PickupScheduleInput): Promise<SaveOutcome> {
  const address = await readAddress(tx, input.address);
  if (!address?.types.includes(pickupAddressType)) return refuse('unknown_reference', { values: { field: 'address' } });
  const ids = input.schedules.map(({ id }) => id);
  const ofOtherAddresses = and(inArray(pickupSchedules.id, ids), ne(pickupSchedules.addressId, input.address));
  if ((await tx.$count(pickupSchedules, ofOtherAddresses)) > 0)
    return refuse('already_exists', { values: { field: 'schedules' } });
  return saveAndNotify(tx, pickupScheduleRows([input]));
}

export const pickupScheduleResource = resource({
  name: 'pickup-schedule',
  table: pickupPlaces,
  key: 'address',
  keys: 'chosen',
  input: PickupScheduleInput,
  save: savePickupSchedule,
  column: 'addressId',
  parts: { schedules: { table: pickupSchedules, by: 'addressId' } },
  completeDraft: async (tx, draft) => ({ ...draft, schedules: await withIds(tx, pickupSchedules, draft.schedules) }),
});
