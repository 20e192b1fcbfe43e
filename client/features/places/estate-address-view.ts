import type { EstateAddress } from '#shared/places/places-contract.ts';

/** The fields of a postal address that pages show. The type of the address is not one of them. */
export type EstateAddressView = Omit<EstateAddress, 'type' | 'country'> & { country: string };

export const toEstateAddressView = ({ type: _, country, ...address }: EstateAddress): EstateAddressView => ({
  ...address,
  country: country.name,
});
