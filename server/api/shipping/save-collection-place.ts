import { and, eq, inArray, ne } from 'drizzle-orm';
import { saveRows } from '#server/api/changes/save-rows.ts';
import { assignMissingIds } from '#server/api/database/ids.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import {
  createTableRows,
  type RowsOfTable,
  type SaveOutcome,
  type StoredRowWithoutSiteId,
} from '#server/api/database/table-rows.ts';
import { readEstateAddress } from '#server/api/places/places.ts';
import { refuseFirstItemIssue } from '#server/api/resources/refuse-first-item-issue.ts';
import { defineResource, type Resource } from '#server/api/resources/resource.ts';
import { collectionPlaces, collectionSchedules } from '#server/api/shipping/shipping-tables.ts';
import {
  type CollectionScheduleInput,
  collectionPlaceAddressType,
  findScheduleIssues,
} from '#shared/shipping/collection-schedule-input.ts';
import { collectionScheduleResourceSpec } from '#shared/shipping/shipping-resource-specs.ts';

const toCollectionPlaceRows = (list: readonly CollectionScheduleInput[]): RowsOfTable[] => [
  createTableRows(
    collectionPlaces,
    list.map(({ address, closures }) => ({ addressId: address, closures })),
  ),
  createTableRows(
    collectionSchedules,
    list.flatMap(({ address, schedules }) => schedules.map((schedule) => ({ ...schedule, addressId: address }))),
    { addressId: list.map(({ address }) => address) },
  ),
];

async function saveCollectionPlace(tx: SiteTx, input: CollectionScheduleInput): Promise<SaveOutcome> {
  const address = await readEstateAddress(tx, input.address);
  const refusal = refuseFirstItemIssue(
    findScheduleIssues(input, {
      addressTypes: new Map(address ? [[input.address, address.types]] : []),
      scheduleOwners: await findScheduleOwners(tx, input),
    }),
  );
  return refusal ?? saveRows(tx, toCollectionPlaceRows([input]));
}

/** Finds the other addresses that have one of the schedules: their ids by the id of the schedule. */
async function findScheduleOwners(
  tx: SiteTx,
  { address, schedules }: CollectionScheduleInput,
): Promise<Map<number, number>> {
  const ids = schedules.map(({ id }) => id);
  const rows = await tx
    .select({ id: collectionSchedules.id, addressId: collectionSchedules.addressId })
    .from(collectionSchedules)
    .where(and(inArray(collectionSchedules.id, ids), ne(collectionSchedules.addressId, address)));
  return new Map(rows.map(({ id, addressId }) => [id, addressId]));
}

/** Checks whether an address has collection times, but not the type with which customers can choose it. */
export const lacksCollectionType = async (
  tx: SiteTx,
  { id, types }: { id: number; types: readonly string[] },
): Promise<boolean> =>
  !types.includes(collectionPlaceAddressType) &&
  (await tx.$count(collectionPlaces, eq(collectionPlaces.addressId, id))) > 0;

type StoredCollectionSchedule = StoredRowWithoutSiteId<typeof collectionPlaces> & {
  schedules: StoredRowWithoutSiteId<typeof collectionSchedules>[];
};

const toCollectionScheduleInput = ({
  addressId,
  closures,
  schedules,
}: StoredCollectionSchedule): CollectionScheduleInput => ({
  address: addressId,
  closures,
  schedules: schedules.map(({ addressId: _addressId, ...schedule }) => schedule),
});

export const collectionPlaceResource: Resource = {
  ...defineResource({
    ...collectionScheduleResourceSpec,
    table: collectionPlaces,
    save: saveCollectionPlace,
    toInput: toCollectionScheduleInput,
    column: 'addressId',
    parts: { schedules: { table: collectionSchedules, foreignKey: 'addressId' } },
    completeInput: async (tx, input) => ({
      ...input,
      schedules: await assignMissingIds(tx, collectionSchedules, input.schedules),
    }),
  }),
  toRows: (list) => toCollectionPlaceRows(list as readonly unknown[] as readonly CollectionScheduleInput[]),
};
