import { InputAdornment } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { type InputProps, TextInput } from 'react-admin';
import { useAdminTexts } from '../core/admin-context.tsx';
import { formatDecimal, parseDecimalOrReturnText } from './decimal-text.ts';

export interface DecimalInputProps
  extends Pick<InputProps, 'source' | 'label' | 'validate' | 'helperText' | 'disabled'> {
  /** The unit at the end of the input. */
  unit?: string;
  /** The number of decimals that the input always shows; without it, only those of the value. */
  decimals?: number;
}

/**
 * Edits a decimal number with a comma or a point. Browsers drop the comma of a number input in some languages, so that
 * 11,90 would become 1190.
 */
export function DecimalInput({ unit, decimals, validate = [], ...props }: DecimalInputProps): ReactNode {
  const { lang } = useAdminTexts();
  const validators = [validate, decimals === 2 ? requireAmount : requireNumber].flat();
  const [entered, setEntered] = useState('');
  const format = (value: unknown): string => {
    if (parseDecimalOrReturnText(entered, decimals) === value) return entered;
    return typeof value === 'number' ? formatDecimal(value, lang, decimals) : String(value ?? '');
  };
  const parse = (text: string): number | string | null => {
    setEntered(text);
    return parseDecimalOrReturnText(text, decimals);
  };
  return (
    <TextInput
      {...props}
      validate={validators}
      format={format}
      parse={parse}
      onBlur={() => setEntered('')}
      slotProps={{
        htmlInput: { inputMode: 'decimal', autoComplete: 'off' },
        ...(unit && { input: { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> } }),
      }}
    />
  );
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const requireNumber = (value: unknown): string | undefined => (isText(value) ? 'ra.validation.number' : undefined);
const requireAmount = (value: unknown): string | undefined => (isText(value) ? 'admin.invalidAmount' : undefined);
