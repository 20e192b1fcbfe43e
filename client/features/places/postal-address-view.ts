import type { CompanyAddress } from '#shared/places/places-contract.ts';

/** The address type is omitted, because pages do not show it. */
export type PostalAddressView = Omit<CompanyAddress, 'type' | 'country'> & { country: string };

export const toPostalAddressView = ({ type: _, country, ...address }: CompanyAddress): PostalAddressView => ({
  ...address,
  country: country.name,
});
