import { InputAdornment } from '@mui/material';
import type { ReactNode } from 'react';
import { NumberInput, type NumberInputProps } from 'react-admin';

/** Edits an amount in decimal euros. */
export function MoneyInput(props: NumberInputProps): ReactNode {
  return (
    <NumberInput
      min={0}
      step={0.01}
      slotProps={{ input: { endAdornment: <InputAdornment position="end">€</InputAdornment> } }}
      {...props}
    />
  );
}
