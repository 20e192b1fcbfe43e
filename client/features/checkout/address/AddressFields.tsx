import { useTexts } from '#client/core/app-context.tsx';
import { SelectField, TextField } from '#client/ui/form/Field.tsx';
import { maxTextLengths } from '#shared/limits.ts';
import type { City, Country } from '#shared/places/places-contract.ts';
import { isTaxedOnArrival } from '#shared/shipping/shipping-zone.ts';
import css from '../Checkout.module.css';
import { useCheckout } from '../checkout-context.ts';
import type { CheckoutAddress } from '../checkout-draft.ts';
import { PostcodeWithTownSuggestionsField } from './PostcodeWithTownSuggestionsField.tsx';

interface AddressFieldsProps {
  name: 'delivery' | 'billing';
  address: CheckoutAddress;
  countries: readonly Country[];
  /**
   * Codes of the countries to which the order can be shipped; null if the countries are unknown or the address is not
   * for shipping.
   */
  shippedCountries?: ReadonlySet<string> | null;
  onChange: (part: Partial<CheckoutAddress>) => void;
  onTown?: (town: City) => void;
}

const maxLengths: Partial<Record<keyof CheckoutAddress, number>> = {
  firstname: maxTextLengths.name,
  lastname: maxTextLengths.name,
  address: maxTextLengths.addressLine,
  addressPart2: maxTextLengths.addressLine,
  postalCode: maxTextLengths.postalCode,
  city: maxTextLengths.city,
};

function useAddressField({ name, address, onChange }: Pick<AddressFieldsProps, 'name' | 'address' | 'onChange'>) {
  const { errors, clearErrors } = useCheckout();
  const section = name === 'delivery' ? 'shipping' : 'billing';
  const change = (part: Partial<CheckoutAddress>) => {
    onChange(part);
    clearErrors(...Object.keys(part).map((key) => `address.${name}.${key}`));
  };
  const field = (key: keyof CheckoutAddress, complete: string) => ({
    value: address[key],
    name: `${section}-${key}`,
    autoComplete: `section-${section} ${section} ${complete}`,
    maxLength: maxLengths[key],
    error: errors[`address.${name}.${key}`],
    onChange: ({ target }: { target: { value: string } }) => change({ [key]: target.value }),
  });
  return { field, change };
}

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

/**
 * Fields of a name and a postal address. Country and town precede the street, because the shipping fee depends on them.
 */
export function AddressFields({ shippedCountries = null, countries, onTown, ...props }: AddressFieldsProps) {
  const { name, address } = props;
  const { t } = useTexts();
  const { field, change } = useAddressField(props);
  const chooseTown = (town: City) => {
    change({ postalCode: town.postalCode, city: town.name });
    onTown?.(town);
  };
  const isTaxed = name === 'delivery' && isTaxedOnArrival(address.country, address.postalCode);
  const { onChange: _, ...postcode } = field('postalCode', 'postal-code');
  const { maxLength: _none, ...countryField } = field('country', 'country');
  return (
    <div className={css.fields}>
      <div className={css.pair}>
        <TextField label={t('accounts.field.firstname')} {...field('firstname', 'given-name')} />
        <TextField label={t('accounts.field.lastname')} {...field('lastname', 'family-name')} />
      </div>
      <CountryField
        label={t('checkout.address.country')}
        countries={countries}
        shippedCountries={shippedCountries}
        hint={isTaxed ? t('checkout.address.customs') : undefined}
        {...countryField}
      />
      <div className={css.place}>
        <PostcodeWithTownSuggestionsField
          {...postcode}
          label={t('checkout.address.postcode')}
          isFrench={address.country === 'FR'}
          onType={(postalCode) => change({ postalCode })}
          onChoose={chooseTown}
        />
        <TextField label={t('checkout.address.city')} {...field('city', 'address-level2')} />
      </div>
      <TextField label={t('checkout.address.street')} {...field('address', 'address-line1')} />
      <TextField
        label={t('checkout.address.more')}
        optional={t('accounts.field.optional')}
        {...field('addressPart2', 'address-line2')}
      />
    </div>
  );
}
