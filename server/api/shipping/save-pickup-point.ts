import { saveRowsAndNotify } from '#server/api/changes/save-and-notify.ts';
import type { SaveOutcome } from '#server/api/database/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createTableRows, type TableRows } from '#server/api/database/table-rows.ts';
import { isCountryCode } from '#server/api/places/places.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import { pickupPoints } from '#server/api/shipping/shipping-tables.ts';
import { refuse } from '#shared/outcome.ts';
import { PickupPointInput } from '#shared/shipping/pickup-point-input.ts';

export const toPickupPointRows = (list: readonly PickupPointInput[]): TableRows[] => [
  createTableRows(
    pickupPoints,
    list.map(({ position, country, ...point }) => ({ ...point, ...position, country: country.toUpperCase() })),
  ),
];

export async function savePickupPoint(tx: SiteTx, point: PickupPointInput): Promise<SaveOutcome> {
  if (!isCountryCode(point.country)) return refuse('unknown_reference', { values: { field: 'country' } });
  return saveRowsAndNotify(tx, toPickupPointRows([point]));
}

export const pickupPointResource = defineResource({
  name: 'pickup-point',
  table: pickupPoints,
  key: 'id',
  keys: 'assigned',
  input: PickupPointInput,
  save: savePickupPoint,
});
