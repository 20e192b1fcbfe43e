import { and, eq, inArray, ne } from 'drizzle-orm';
import { saveRows } from '#server/api/changes/save-rows.ts';
import { assignMissingIds } from '#server/api/database/ids.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import {
  createTableRows,
  deleteRowByProperty,
  type RowsOfTable,
  type SaveOutcome,
  type StoredRowWithoutSiteId,
} from '#server/api/database/table-rows.ts';
import { isCountryCode, readEstateAddress } from '#server/api/places/places.ts';
import { definePlainResource } from '#server/api/resources/plain-resource.ts';
import {
  createStillUsedRefusal,
  defineResource,
  type Resource,
  refuseFirstItemIssue,
} from '#server/api/resources/resource.ts';
import { findUnknownCountryIssues } from '#shared/places/find-unknown-country-issues.ts';
import { findReferenceIssuesOfCarrier } from '#shared/shipping/carrier-input.ts';
import {
  type CollectionScheduleInput,
  collectionPlaceAddressType,
  findScheduleIssues,
} from '#shared/shipping/collection-schedule-input.ts';
import {
  carrierResourceSpec,
  collectionScheduleResourceSpec,
  pickupPointResourceSpec,
} from '#shared/shipping/shipping-resource-specs.ts';
import { carriers, collectionPlaces, collectionSchedules, pickupPoints } from './shipping-tables.ts';

/** True if a service knows the pickup points of the carriers with a service code. */
type HasPickupPointService = (serviceCode: string) => boolean;

export const defineCarrierResource = (hasPickupPointService: HasPickupPointService) =>
  definePlainResource(carrierResourceSpec, carriers, {
    findRefusal: async (tx, carrier) => {
      const hasPickupPoints = carrier.deliveryType === 'PICKUP' && (await lockAnyPickupPoint(tx));
      const known = { isCountryCode, hasPickupPointService, hasPickupPoints };
      return refuseFirstItemIssue(findReferenceIssuesOfCarrier(carrier, known));
    },
  });

/**
 * Locks one of the site's pickup points, so that it is not deleted until the transaction ends.
 * @returns False if the site has no pickup point.
 */
const lockAnyPickupPoint = async (tx: SiteTx): Promise<boolean> =>
  (await tx.select({ id: pickupPoints.id }).from(pickupPoints).limit(1).for('key share')).length > 0;

export const definePickupPointResource = (hasPickupPointService: HasPickupPointService) =>
  definePlainResource(pickupPointResourceSpec, pickupPoints, {
    findRefusal: async (_tx, point) => refuseFirstItemIssue(findUnknownCountryIssues(point, isCountryCode)),
    remove: (tx, key) => deletePickupPoint(tx, Number(key), hasPickupPointService),
  });

/**
 * Deletes a pickup point, unless it is the last one and a carrier without a pickup point service delivers to pickup
 * points.
 */
async function deletePickupPoint(
  tx: SiteTx,
  id: number,
  hasPickupPointService: HasPickupPointService,
): Promise<SaveOutcome<'still_used_by'>> {
  const deleted = await deleteRowByProperty(tx, pickupPoints, 'id', id);
  // The lock makes simultaneous deletions wait for each other, because each would otherwise still find the point that
  // the other deletes.
  const pickupCarriers = await tx
    .select({ name: carriers.name, serviceCode: carriers.serviceCode })
    .from(carriers)
    .where(eq(carriers.deliveryType, 'PICKUP'))
    .orderBy(carriers.id)
    .for('update');
  const delivering = pickupCarriers.filter(({ serviceCode }) => !hasPickupPointService(serviceCode));
  if (!deleted.ok || delivering.length === 0 || (await tx.$count(pickupPoints)) > 0) return deleted;
  return createStillUsedRefusal(
    tx,
    'still_used_by',
    delivering.map(({ name }) => name),
  );
}

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
