import { useTexts } from '#client/core/app-context.tsx';
import { SelectField, TextField } from '#client/ui/form/Field.tsx';
import type { Country } from '#shared/places/places-contract.ts';

/** Countries that are listed first, because most parcels go to these countries. */
const frequentCountries = ['FR', 'BE', 'LU', 'CH', 'DE', 'NL', 'GB', 'IE'];

interface CountryFieldProps {
  label: string;
  countries: readonly Country[];
  /** Codes of the countries that can be chosen; null if every country can be chosen. */
  shippedCountries: ReadonlySet<string> | null;
  value: string;
  name: string;
  autoComplete: string;
  error: string | undefined;
  /** Text below the field. It is left out if no carrier ships to the chosen country. */
  hint?: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
}

/** Field for the country of an address. Countries to which no carrier ships are listed last and cannot be chosen. */
export function CountryField({ label, countries, shippedCountries, error, hint, ...field }: CountryFieldProps) {
  const { t } = useTexts();
  const isShipped = (code: string) => shippedCountries === null || shippedCountries.has(code);
  const chosen = countries.find(({ alphaTwo }) => alphaTwo === field.value);
  const unshippedMessage =
    chosen && !isShipped(chosen.alphaTwo) ? t('checkout.address.not-shipped', { country: chosen.name }) : undefined;
  // A text field is shown until the countries have loaded, because a select without options would lose the chosen
  // country.
  if (countries.length === 0) return <TextField label={label} error={error} {...field} />;
  const served = countries.filter(({ alphaTwo }) => isShipped(alphaTwo));
  const frequent = frequentCountries.flatMap((code) => served.find(({ alphaTwo }) => alphaTwo === code) ?? []);
  const others = served.filter(({ alphaTwo }) => !frequentCountries.includes(alphaTwo));
  return (
    <SelectField label={label} error={error ?? unshippedMessage} hint={unshippedMessage ? undefined : hint} {...field}>
      <option value="" disabled>
        {t('checkout.address.choose')}
      </option>
      {frequent.map(toOption)}
      <CountryGroup label={t('checkout.address.others')} countries={others} />
      <CountryGroup
        label={t('checkout.address.no-shipping')}
        countries={countries.filter(({ alphaTwo }) => !isShipped(alphaTwo))}
        isDisabled
      />
    </SelectField>
  );
}

const toOption = ({ alphaTwo, name }: Country) => (
  <option key={alphaTwo} value={alphaTwo}>
    {name}
  </option>
);

interface CountryGroupProps {
  label: string;
  countries: readonly Country[];
  isDisabled?: boolean;
}

const CountryGroup = ({ label, countries, isDisabled = false }: CountryGroupProps) =>
  countries.length > 0 && (
    <optgroup label={label} disabled={isDisabled}>
      {countries.map(toOption)}
    </optgroup>
  );
