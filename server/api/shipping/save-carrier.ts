import { saveRowsAndNotify } from '#server/api/changes/save-and-notify.ts';
import type { SaveOutcome } from '#server/api/database/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { SiteRow } from '#server/api/database/table-rows.ts';
import { createTableRows, type TableRows } from '#server/api/database/table-rows.ts';
import { isCountryCode } from '#server/api/places/places.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import { carriers, pickupPoints } from '#server/api/shipping/shipping-tables.ts';
import { centsToEuros, eurosToCents } from '#shared/money.ts';
import { refuse } from '#shared/outcome.ts';
import type { CarrierInput } from '#shared/shipping/carrier-input.ts';
import { carrierResourceSpec } from '#shared/shipping/shipping-resource-specs.ts';
import type { HasPickupPointService } from './pickup-point-service.ts';

export const toCarrierRows = (list: readonly CarrierInput[]): TableRows[] => [
  createTableRows(
    carriers,
    list.map(({ rates, ...carrier }) => ({
      ...carrier,
      rates: rates.map(({ zones, brackets }) => ({
        zones,
        brackets: brackets.map(({ upTo, price }) => ({ upTo, price: eurosToCents(price) })),
      })),
    })),
  ),
];

/**
 * Saves a carrier. A carrier that delivers to pickup points needs at least one, either in the estate's own list or from
 * a service for its service code.
 */
export async function saveCarrier(
  tx: SiteTx,
  carrier: CarrierInput,
  hasPickupPointService: HasPickupPointService = () => false,
): Promise<SaveOutcome> {
  const countries = carrier.rates.flatMap(({ zones }) => zones).filter((zone) => /^[A-Z]{2}$/.test(zone));
  if (!countries.every(isCountryCode)) return refuse('unknown_reference', { values: { field: 'rates' } });
  const needsOwnPoints = carrier.deliveryType === 'PICKUP' && !hasPickupPointService(carrier.serviceCode);
  if (needsOwnPoints && !(await lockAnyPickupPoint(tx))) return refuse('pickup_points_missing');
  return saveRowsAndNotify(tx, toCarrierRows([carrier]));
}

/**
 * Keeps a pickup point from being deleted until the transaction ends.
 * @returns False if the site has none.
 */
const lockAnyPickupPoint = async (tx: SiteTx): Promise<boolean> =>
  (await tx.select({ id: pickupPoints.id }).from(pickupPoints).limit(1).for('key share')).length > 0;

const toCarrierDraft = ({ rates, ...carrier }: SiteRow<typeof carriers>): CarrierInput => ({
  ...carrier,
  rates: rates.map(({ zones, brackets }) => ({
    zones: [...zones],
    brackets: brackets.map(({ upTo, price }) => ({ upTo, price: centsToEuros(price) })),
  })),
});

export const createCarrierResource = (hasPickupPointService: HasPickupPointService) =>
  defineResource({
    ...carrierResourceSpec,
    table: carriers,
    save: (tx, carrier) => saveCarrier(tx, carrier, hasPickupPointService),
    toDraft: toCarrierDraft,
  });
