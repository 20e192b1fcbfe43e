import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { isCountryCode } from '#server/api/places/places.ts';
import { definePlainResource } from '#server/api/resources/plain-resource.ts';
import { refuseFirstItemIssue } from '#server/api/resources/refuse-first-item-issue.ts';
import { carriers, pickupPoints } from '#server/api/shipping/shipping-tables.ts';
import { findReferenceIssuesOfCarrier } from '#shared/shipping/carrier-input.ts';
import { carrierResourceSpec } from '#shared/shipping/shipping-resource-specs.ts';
import type { HasPickupPointService } from './pickup-point-service.ts';

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
