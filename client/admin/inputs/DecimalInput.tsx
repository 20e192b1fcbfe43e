import { InputAdornment } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { type InputProps, TextInput } from 'react-admin';
import { getLocale, type Lang } from '#shared/languages.ts';
import { useAdminTexts } from '../core/admin-context.tsx';

interface DecimalInputProps extends Pick<InputProps, 'source' | 'label' | 'validate' | 'helperText' | 'disabled'> {
  unit?: string;
  /** The number of decimals that the input always shows; without it, only those of the value. */
  decimals?: number;
}

/**
 * Parses a typed decimal number, which may have spaces between thousands. Returns null for an empty text, and a text
 * that is not a number unchanged.
 * @param decimals The number of decimals of the value. An amount with two decimals is not a number if three digits
 * follow its separator, because `1,200` and `1.200` may mean 1200.
 */
function parseDecimalOrReturnText(text: string, decimals?: number): number | string | null {
  const compact = text.replace(/[\s€]/g, '');
  if (compact === '') return null;
  if (decimals === 2 && /[.,]\d{3}$/.test(compact)) return text;
  return /^[-+]?\d+([.,]\d*)?$/.test(compact) ? Number(compact.replace(',', '.')) : text;
}

/** Formats a number for an input, without separators of thousands. */
const formatDecimal = (value: number, lang: Lang, decimals = 0): string =>
  value.toLocaleString(getLocale(lang), {
    useGrouping: false,
    minimumFractionDigits: decimals,
    maximumFractionDigits: Math.max(decimals, 10),
  });

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

export const DecimalEurosInput = (props: DecimalInputProps): ReactNode => (
  <DecimalInput unit="€" decimals={2} {...props} />
);

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const requireNumber = (value: unknown): string | undefined => (isText(value) ? 'ra.validation.number' : undefined);
const requireAmount = (value: unknown): string | undefined => (isText(value) ? 'admin.invalidAmount' : undefined);
