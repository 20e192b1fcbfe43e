import { saveRowsAndNotify } from '#server/api/changes/save-and-notify.ts';
import type { SaveOutcome } from '#server/api/database/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { SiteRow } from '#server/api/database/table-rows.ts';
import { createTableRows, type TableRows } from '#server/api/database/table-rows.ts';
import { isCountryCode } from '#server/api/places/places.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import { pickupPoints } from '#server/api/shipping/shipping-tables.ts';
import { refuse } from '#shared/outcome.ts';
import type { PickupPointInput } from '#shared/shipping/pickup-point-input.ts';
import { pickupPointResourceSpec } from '#shared/shipping/shipping-resource-specs.ts';

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

const toPickupPointDraft = ({
  latitude,
  longitude,
  icon,
  ...point
}: SiteRow<typeof pickupPoints>): PickupPointInput => ({
  ...point,
  icon: icon as PickupPointInput['icon'],
  position: { latitude, longitude },
});

export const pickupPointResource = defineResource({
  ...pickupPointResourceSpec,
  table: pickupPoints,
  save: savePickupPoint,
  toDraft: toPickupPointDraft,
});
