import { saveRows } from '#server/api/changes/save-rows.ts';
import type { SaveOutcome } from '#server/api/database/save-rows-without-raising-revisions.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { StoredRowWithoutSiteId } from '#server/api/database/table-rows.ts';
import { createTableRows, type RowsOfTable } from '#server/api/database/table-rows.ts';
import { refuseFirstItemIssue } from '#server/api/resources/refuse-first-item-issue.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import { refuse } from '#shared/outcome.ts';
import { type EstateAddressInput, estateAddressResourceSpec } from '#shared/places/estate-address-input.ts';
import { findUnknownCountryIssues } from '#shared/places/find-unknown-country-issues.ts';
import { isCountryCode } from './countries.ts';
import { estateAddresses } from './places-tables.ts';

export const toEstateAddressRows = (list: readonly EstateAddressInput[]): RowsOfTable[] => [
  createTableRows(
    estateAddresses,
    list.map(({ coordinates, country, ...address }) => ({
      ...address,
      country: country.toUpperCase(),
      latitude: coordinates?.latitude ?? null,
      longitude: coordinates?.longitude ?? null,
    })),
  ),
];

export async function insertEstateAddress(tx: SiteTx, address: EstateAddressInput): Promise<SaveOutcome> {
  return (
    refuseFirstItemIssue(findUnknownCountryIssues(address, isCountryCode)) ??
    saveRows(tx, toEstateAddressRows([address]))
  );
}

const toAddressInput = ({
  latitude,
  longitude,
  ...address
}: StoredRowWithoutSiteId<typeof estateAddresses>): EstateAddressInput => ({
  ...address,
  coordinates: latitude === null || longitude === null ? null : { latitude, longitude },
});

type IsMissingCollectionPlaceAddressType = (
  tx: SiteTx,
  address: Pick<EstateAddressInput, 'id' | 'types'>,
) => Promise<boolean>;

/**
 * @param lacksCollectionType Checks whether an address has collection times, but not the type with which
 * customers can choose it. It is injected, because places must not depend on shipping.
 */
export const defineEstateAddressResource = (lacksCollectionType: IsMissingCollectionPlaceAddressType) =>
  defineResource({
    ...estateAddressResourceSpec,
    table: estateAddresses,
    save: async (tx, address) =>
      (await lacksCollectionType(tx, address)) ? refuse('collection_times_left') : insertEstateAddress(tx, address),
    toInput: toAddressInput,
  });
