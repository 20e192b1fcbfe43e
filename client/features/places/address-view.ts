import type { CompanyAddress } from '#shared/places/places-contract.ts';

/** The type is left out because pages do not show it. */
export type AddressView = Omit<CompanyAddress, 'type' | 'country'> & { country: string };

export const toAddressView = ({ type: _, country, ...address }: CompanyAddress): AddressView => ({
  ...address,
  country: country.name,
});
