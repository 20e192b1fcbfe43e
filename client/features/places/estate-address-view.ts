import type { EstateAddress } from '#shared/places/places-contract.ts';

/**
 * The fields of a postal address that pages show, with the country's name as `country` and without the address type.
 */
export type EstateAddressView = Omit<EstateAddress, 'type' | 'country'> & { country: string };

export const toEstateAddressView = ({ type: _, country, ...address }: EstateAddress): EstateAddressView => ({
  ...address,
  country: country.name,
});
