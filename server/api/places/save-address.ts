import { saveRowsAndNotify } from '#server/api/changes/save-and-notify.ts';
import type { SaveOutcome } from '#server/api/database/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createTableRows, type TableRows } from '#server/api/database/table-rows.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import { refuse } from '#shared/outcome.ts';
import { AddressInput } from '#shared/places/address-input.ts';
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

export const addressResource = defineResource({
  name: 'address',
  table: addresses,
  key: 'id',
  keys: 'assigned',
  input: AddressInput,
  save: saveAddress,
});
