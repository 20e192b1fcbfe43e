import { saveRowsAndNotify } from '#server/api/changes/save-and-notify.ts';
import type { SaveOutcome } from '#server/api/database/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { SiteRow } from '#server/api/database/table-rows.ts';
import { createTableRows, type TableRows } from '#server/api/database/table-rows.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import { refuse } from '#shared/outcome.ts';
import type { AddressInput } from '#shared/places/address-input.ts';
import { addressResourceSpec } from '#shared/places/places-resource-specs.ts';
import { isCountryCode } from './countries.ts';
import { addresses } from './places-tables.ts';

export const toAddressRows = (list: readonly AddressInput[]): TableRows[] => [
  createTableRows(
    addresses,
    list.map(({ coordinates, country, ...address }) => ({
      ...address,
      country: country.toUpperCase(),
      latitude: coordinates?.latitude ?? null,
      longitude: coordinates?.longitude ?? null,
    })),
  ),
];

export async function saveAddress(tx: SiteTx, address: AddressInput): Promise<SaveOutcome> {
  if (!isCountryCode(address.country)) return refuse('unknown_reference', { values: { field: 'country' } });
  return saveRowsAndNotify(tx, toAddressRows([address]));
}

const toAddressDraft = ({ latitude, longitude, ...address }: SiteRow<typeof addresses>): AddressInput => ({
  ...address,
  coordinates: latitude === null || longitude === null ? null : { latitude, longitude },
});

export const addressResource = defineResource({
  ...addressResourceSpec,
  table: addresses,
  save: saveAddress,
  toDraft: toAddressDraft,
});
