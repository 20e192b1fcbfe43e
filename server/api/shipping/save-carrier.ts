import { saveRows } from '#server/api/changes/save-rows.ts';
import type { SaveOutcome } from '#server/api/database/save-rows-without-raising-revisions.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { StoredRowWithoutSiteId } from '#server/api/database/table-rows.ts';
import { createTableRows, type RowsOfTable } from '#server/api/database/table-rows.ts';
import { isCountryCode } from '#server/api/places/places.ts';
import { refuseFirstItemIssue } from '#server/api/resources/refuse-first-item-issue.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import { carriers, pickupPoints } from '#server/api/shipping/shipping-tables.ts';
import { centsToEuros, eurosToCents } from '#shared/money.ts';
import { type CarrierInput, findReferenceIssuesOfCarrier } from '#shared/shipping/carrier-input.ts';
import { carrierResourceSpec } from '#shared/shipping/shipping-resource-specs.ts';
import type { HasPickupPointService } from './pickup-point-service.ts';

export const toCarrierRows = (list: readonly CarrierInput[]): RowsOfTable[] => [
  createTableRows(
    carriers,
    list.map(({ rates, ...carrier }) => ({
      ...carrier,
      rates: rates.map(({ brackets, ...rate }) => ({
        ...rate,
        brackets: brackets.map(({ upTo, price }) => ({ upTo, price: eurosToCents(price) })),
      })),
    })),
  ),
];

/** Saves a carrier, unless `findReferenceIssuesOfCarrier` finds an issue. */
export async function saveCarrier(
  tx: SiteTx,
  carrier: CarrierInput,
  hasPickupPointService: HasPickupPointService = () => false,
): Promise<SaveOutcome<'pickup_points_missing'>> {
  const hasPickupPoints = carrier.deliveryType === 'PICKUP' && (await lockAnyPickupPoint(tx));
  const known = { isCountryCode, hasPickupPointService, hasPickupPoints };
  return refuseFirstItemIssue(findReferenceIssuesOfCarrier(carrier, known)) ?? saveRows(tx, toCarrierRows([carrier]));
}

/**
 * Locks one of the site's pickup points, so that it is not deleted until the transaction ends.
 * @returns False if the site has no pickup point.
 */
const lockAnyPickupPoint = async (tx: SiteTx): Promise<boolean> =>
  (await tx.select({ id: pickupPoints.id }).from(pickupPoints).limit(1).for('key share')).length > 0;

const toCarrierInput = ({ rates, ...carrier }: StoredRowWithoutSiteId<typeof carriers>): CarrierInput => ({
  ...carrier,
  rates: rates.map(({ zones, deliveryTime = null, brackets }) => ({
    zones: [...zones],
    deliveryTime,
    brackets: brackets.map(({ upTo, price }) => ({ upTo, price: centsToEuros(price) })),
  })),
});

export const defineCarrierResource = (hasPickupPointService: HasPickupPointService) =>
  defineResource({
    ...carrierResourceSpec,
    table: carriers,
    save: (tx, carrier) => saveCarrier(tx, carrier, hasPickupPointService),
    toInput: toCarrierInput,
  });
