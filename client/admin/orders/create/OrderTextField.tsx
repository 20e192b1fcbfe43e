import { TextField, type TextFieldProps } from '@mui/material';
import type { ReactNode } from 'react';
import type { OrderForm } from './use-order-form.ts';

interface OrderTextFieldProps extends Pick<TextFieldProps, 'type' | 'autoComplete' | 'required'> {
  form: OrderForm;
  /** The field of the order, such as `user.email`, at which the API's errors are shown. */
  path: string;
  label: string;
  help?: string;
  value: string;
  maxLength: number;
  onChange: (value: string) => void;
}

export function OrderTextField({ form, path, help, maxLength, onChange, ...props }: OrderTextFieldProps): ReactNode {
  const error = form.errors[path];
  return (
    <TextField
      {...props}
      onChange={({ target }) => onChange(target.value)}
      error={error !== undefined}
      helperText={error ?? help}
      slotProps={{ htmlInput: { maxLength } }}
    />
  );
}

/** The layout of short fields: one below the other on phones, otherwise two beside each other. */
export const twoColumnFieldGrid = {
  display: 'grid',
  columnGap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
};
