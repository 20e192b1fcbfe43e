import type { CompanyAddress } from '#shared/places/places-contract.ts';

/** The fields of a postal address that pages show. The type of the address is not one of them. */
export type PostalAddressView = Omit<CompanyAddress, 'type' | 'country'> & { country: string };

export const toPostalAddressView = ({ type: _, country, ...address }: CompanyAddress): PostalAddressView => ({
  ...address,
  country: country.name,
});
