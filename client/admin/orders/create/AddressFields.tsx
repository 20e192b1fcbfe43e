import { Box, TextField } from '@mui/material';
import type { ReactNode } from 'react';
import { maxTextLengths } from '#shared/limits.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { useCountries } from '../../inputs/use-countries.ts';
import { OrderTextField } from './OrderTextField.tsx';
import type { OrderFormAddress } from './order-form-values.ts';
import { twoColumns } from './two-columns.ts';
import type { OrderForm } from './use-order-form.ts';

const fields = [
  { name: 'firstname', maxLength: maxTextLengths.name },
  { name: 'lastname', maxLength: maxTextLengths.name },
  { name: 'address', maxLength: maxTextLengths.addressLine },
  { name: 'addressPart2', maxLength: maxTextLengths.addressLine },
  { name: 'postalCode', maxLength: maxTextLengths.postalCode },
  { name: 'city', maxLength: maxTextLengths.city },
] as const satisfies readonly { name: keyof OrderFormAddress; maxLength: number }[];

interface AddressFieldsProps {
  form: OrderForm;
  /** The field of the order: `address.delivery` or `address.billing`. */
  path: string;
  value: OrderFormAddress;
  /**
   * Called after each change.
   * @param path The field that has changed, such as `address.delivery.city`.
   */
  onChange: (value: OrderFormAddress, path: string) => void;
}

/** The fields of a postal address. If the names are empty, the customer's name is used. */
export function AddressFields({ form, path, value, onChange }: AddressFieldsProps): ReactNode {
  const { t } = useAdminTexts();
  const change = (name: keyof OrderFormAddress, text: string) =>
    onChange({ ...value, [name]: text }, `${path}.${name}`);
  return (
    <Box sx={twoColumns}>
      {fields.map(({ name, maxLength }) => (
        <OrderTextField
          key={name}
          form={form}
          path={`${path}.${name}`}
          label={t(`admin-orders.create.address.${name}`)}
          {...(name === 'lastname' && { help: t('admin-orders.create.recipientHelp') })}
          autoComplete="off"
          value={value[name]}
          maxLength={maxLength}
          onChange={(text) => change(name, text)}
        />
      ))}
      <CountryField
        value={value.country}
        error={form.errors[`${path}.country`]}
        onChange={(code) => change('country', code)}
      />
    </Box>
  );
}

interface CountryFieldProps {
  value: string;
  error: string | undefined;
  onChange: (code: string) => void;
}

function CountryField({ value, error, onChange }: CountryFieldProps): ReactNode {
  const { t } = useAdminTexts();
  const countries = useCountries();
  const choices = countries.length > 0 ? countries : [{ id: 'FR', name: 'France' }];
  return (
    <TextField
      select
      label={t('admin-orders.create.address.country')}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={error !== undefined}
      helperText={error}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {choices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </TextField>
  );
}
