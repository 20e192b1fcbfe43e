import type { ReactNode } from 'react';
import { AutocompleteArrayInput, type AutocompleteArrayInputProps } from 'react-admin';
import { frenchShippingZones, worldShippingZone } from '#shared/shipping/shipping-zone.ts';
import { useChoiceFormatter } from './use-choice-formatter.ts';
import { useCountries } from './use-countries.ts';

const zonesWithText: readonly string[] = [...frenchShippingZones, worldShippingZone];

/** Chooses the destinations of a shipping rate: parts of France, other countries, or the rest of the world. */
export function ShippingZonesSelect(props: AutocompleteArrayInputProps): ReactNode {
  const label = useChoiceFormatter('zones');
  const countries = useCountries().filter(({ id }) => id !== 'FR');
  const choices = [...zonesWithText.map((id) => ({ id, name: label(id) })), ...countries];
  return <AutocompleteArrayInput {...props} choices={choices} translateChoice={false} />;
}
