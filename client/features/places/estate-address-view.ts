import type { EstateAddress } from '#shared/places/places-contract.ts';

/**
 * The fields of a postal address that pages show, with the country's name as `country` and without the address type.
 */
export type EstateAddressView = Omit<EstateAddress, 'type' | 'country'> & { country: string };

export interface EstatePlace {
  id: number;
  name: string;
  latitude: number;
  longitude: number;
}

/**
 * Converts addresses to places on the map. Addresses without a position are left out, and so are further addresses at
 * the same position.
 */
export function addressesToEstatePlaces(addresses: readonly EstateAddressView[]): EstatePlace[] {
  const seen = new Set<string>();
  return addresses.flatMap(({ id, name, position }) => {
    if (!position || seen.has(`${position.latitude} ${position.longitude}`)) return [];
    seen.add(`${position.latitude} ${position.longitude}`);
    return [{ id, name, latitude: position.latitude, longitude: position.longitude }];
  });
}

export const toEstateAddressView = ({ type: _, country, ...address }: EstateAddress): EstateAddressView => ({
  ...address,
  country: country.name,
});
