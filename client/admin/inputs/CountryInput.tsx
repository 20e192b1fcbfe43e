import type { ReactNode } from 'react';
import { AutocompleteInput, type AutocompleteInputProps } from 'react-admin';
import { useCountries } from './use-countries.ts';

/** Chooses a country by its name. The value is its ISO 3166-1 alpha-2 code. */
export const CountryInput = (props: AutocompleteInputProps): ReactNode => (
  <AutocompleteInput {...props} choices={useCountries()} translateChoice={false} />
);
