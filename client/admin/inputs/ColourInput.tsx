import { Box, TextField } from '@mui/material';
import type { ReactNode } from 'react';
import { type InputProps, useInput, useTranslateLabel } from 'react-admin';
import { parseCssColour } from '#shared/site/parse-css-colour.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { FieldError } from './FieldError.tsx';

/**
 * Edits a colour, as text such as `#5b2a3c` or `white`, or with the browser's colour picker. An empty text means that no colour is
 * set.
 */
export function ColourInput({ helperText, ...props }: InputProps & { helperText?: string }): ReactNode {
  const { t } = useAdminTexts();
  const validate = (value: unknown) =>
    !value || (typeof value === 'string' && parseCssColour(value)) ? undefined : t('admin.invalidColour');
  const { field, fieldState } = useInput({ validate, ...props });
  const label = useTranslateLabel()({ source: props.source, label: props.label as string | undefined });
  const value = typeof field.value === 'string' ? field.value : '';
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, width: '100%' }}>
      <input
        type="color"
        aria-label={String(label)}
        // The browser's colour picker accepts no other notation, and no transparency.
        value={parseCssColour(value)?.slice(0, 7) ?? '#ffffff'}
        onChange={(event) => field.onChange(event.target.value)}
        style={{ width: 40, height: 40, padding: 0, marginTop: 8, flexShrink: 0 }}
      />
      <TextField
        label={label}
        value={value}
        onChange={(event) => field.onChange(event.target.value)}
        onBlur={field.onBlur}
        error={fieldState.invalid}
        helperText={fieldState.invalid ? <FieldError error={fieldState.error} /> : helperText}
      />
    </Box>
  );
}
