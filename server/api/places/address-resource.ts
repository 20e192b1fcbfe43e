import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { definePlainResource } from '#server/api/resources/plain-resource.ts';
import { refuseFirstItemIssue } from '#server/api/resources/resource.ts';
import { refuse } from '#shared/outcome.ts';
import { type EstateAddressInput, estateAddressResourceSpec } from '#shared/places/estate-address-input.ts';
import { findUnknownCountryIssues } from '#shared/places/find-unknown-country-issues.ts';
import { isCountryCode } from './countries.ts';
import { estateAddresses } from './places-tables.ts';

type LacksCollectionType = (tx: SiteTx, address: Pick<EstateAddressInput, 'id' | 'types'>) => Promise<boolean>;

/**
 * @param lacksCollectionType Checks whether an address has collection times, but not the type with which
 * customers can choose it. It is injected, because places must not depend on shipping.
 */
export const defineEstateAddressResource = (lacksCollectionType: LacksCollectionType) =>
  definePlainResource(estateAddressResourceSpec, estateAddresses, {
    findRefusal: async (tx, address) =>
      (await lacksCollectionType(tx, address))
        ? refuse('collection_times_left')
        : refuseFirstItemIssue(findUnknownCountryIssues(address, isCountryCode)),
  });
