import { eq } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { deleteRowByProperty, type SaveOutcome } from '#server/api/database/table-rows.ts';
import { isCountryCode } from '#server/api/places/places.ts';
import { createStillUsedRefusal } from '#server/api/resources/create-still-used-refusal.ts';
import { definePlainResource } from '#server/api/resources/plain-resource.ts';
import { refuseFirstItemIssue } from '#server/api/resources/refuse-first-item-issue.ts';
import { carriers, pickupPoints } from '#server/api/shipping/shipping-tables.ts';
import { findUnknownCountryIssues } from '#shared/places/find-unknown-country-issues.ts';
import { pickupPointResourceSpec } from '#shared/shipping/shipping-resource-specs.ts';
import type { HasPickupPointService } from './pickup-point-service.ts';

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
