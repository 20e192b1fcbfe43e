import type { EstateAddress } from '#shared/places/places-contract.ts';

/** The fields of a postal address that pages show. The type of the address is not one of them. */
export type PostalAddressView = Omit<EstateAddress, 'type' | 'country'> & { country: string };

export const toPostalAddressView = ({ type: _, country, ...address }: EstateAddress): PostalAddressView => ({
  ...address,
  country: country.name,
});
