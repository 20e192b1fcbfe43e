import type { CompanyAddress } from '#shared/places/places-contract.ts';

/** An address as pages show it. */
export type ShownAddress = Omit<CompanyAddress, 'type' | 'country'> & { country: string };

export const shownAddress = ({ type: _, country, ...address }: CompanyAddress): ShownAddress => ({
  ...address,
  country: country.name,
});
