import { eq } from 'drizzle-orm';
import { saveRows } from '#server/api/changes/save-rows.ts';
import { deleteRowByProperty, type SaveOutcome } from '#server/api/database/save-rows-without-raising-revisions.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { StoredRowWithoutSiteId } from '#server/api/database/table-rows.ts';
import { createTableRows, type RowsOfTable } from '#server/api/database/table-rows.ts';
import { isCountryCode } from '#server/api/places/places.ts';
import { createStillUsedRefusal } from '#server/api/resources/create-still-used-refusal.ts';
import { refuseFirstItemIssue } from '#server/api/resources/refuse-first-item-issue.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import { carriers, pickupPoints } from '#server/api/shipping/shipping-tables.ts';
import { findUnknownCountryIssues } from '#shared/places/find-unknown-country-issues.ts';
import type { PickupPointInput } from '#shared/shipping/carrier-input.ts';
import { pickupPointResourceSpec } from '#shared/shipping/shipping-resource-specs.ts';
import type { HasPickupPointService } from './pickup-point-service.ts';

export const toPickupPointRows = (list: readonly PickupPointInput[]): RowsOfTable[] => [
  createTableRows(
    pickupPoints,
    list.map(({ position, country, ...point }) => ({ ...point, ...position, country: country.toUpperCase() })),
  ),
];

export async function savePickupPoint(tx: SiteTx, point: PickupPointInput): Promise<SaveOutcome> {
  return (
    refuseFirstItemIssue(findUnknownCountryIssues(point, isCountryCode)) ?? saveRows(tx, toPickupPointRows([point]))
  );
}

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

const toPickupPointInput = ({
  latitude,
  longitude,
  icon,
  ...point
}: StoredRowWithoutSiteId<typeof pickupPoints>): PickupPointInput => ({
  ...point,
  icon: icon as PickupPointInput['icon'],
  position: { latitude, longitude },
});

export const definePickupPointResource = (hasPickupPointService: HasPickupPointService) =>
  defineResource({
    ...pickupPointResourceSpec,
    table: pickupPoints,
    save: savePickupPoint,
    toInput: toPickupPointInput,
    remove: (tx, key) => deletePickupPoint(tx, Number(key), hasPickupPointService),
  });
