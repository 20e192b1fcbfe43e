import type { ReactNode } from 'react';
import { AutocompleteArrayInput, type AutocompleteArrayInputProps } from 'react-admin';
import { isBannedCountry } from '#shared/shipping/delivery-countries.ts';
import { frenchShippingZones, spanishShippingZones, worldShippingZone } from '#shared/shipping/shipping-zone.ts';
import { useChoiceFormatter } from './use-choice-formatter.ts';
import { useCountries } from './use-countries.ts';

const zonesWithText: readonly string[] = [...frenchShippingZones, ...spanishShippingZones, worldShippingZone];
/** Countries without a zone of their own: France has three, and Monaco belongs to its mainland. */
const countriesWithoutZone = ['FR', 'MC'];

/** Chooses the destinations of a shipping rate: parts of France, other countries, or the rest of the world. */
export function ShippingZonesSelect(props: AutocompleteArrayInputProps): ReactNode {
  const label = useChoiceFormatter('zones');
  const countries = useCountries().filter(
    ({ id }) => !countriesWithoutZone.includes(String(id)) && !isBannedCountry(String(id)),
  );
  const choices = [...zonesWithText.map((id) => ({ id, name: label(id) })), ...countries];
  return <AutocompleteArrayInput {...props} choices={choices} translateChoice={false} />;
}
