import { InputAdornment, Stack, TextField } from '@mui/material';
import type { ReactNode } from 'react';
import { type InputProps, useInput, useTranslateLabel } from 'react-admin';
import { getLanguageRecord, type Lang } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';
import { useAdminConfig } from '../core/admin-context.tsx';
import { FieldError } from './FieldError.tsx';
import { getTextInLanguage, setLocalizedText } from './localized-text.ts';

interface LocalizedInputProps extends InputProps {
  /** Minimum number of lines; absent for a text of a single line. */
  minRows?: number;
}

export function LocalizedInput({ minRows, ...props }: LocalizedInputProps): ReactNode {
  const { languages } = useAdminConfig();
  const { field, fieldState, isRequired } = useInput(props);
  const label = useTranslateLabel()({ source: props.source, label: props.label as string | undefined });
  const value = (field.value || '') as Localized;
  const change = (lang: Lang) => (event: { target: { value: string } }) =>
    field.onChange(setLocalizedText(value, lang, event.target.value, languages));
  return (
    <Stack sx={{ width: '100%' }}>
      {languages.map((lang) => (
        <TextField
          key={lang}
          label={languages.length > 1 ? `${label} (${getLanguageRecord(lang).label})` : label}
          value={getTextInLanguage(value, lang)}
          onChange={change(lang)}
          onBlur={field.onBlur}
          lang={lang.slice(0, 2)}
          required={isRequired}
          error={fieldState.invalid}
          helperText={fieldState.error ? <FieldError error={fieldState.error} /> : (props.helperText as ReactNode)}
          disabled={props.disabled ?? false}
          {...(minRows && { multiline: true, minRows })}
          slotProps={{
            input: {
              endAdornment:
                languages.length > 1 ? (
                  <InputAdornment position="end">{lang.slice(0, 2).toUpperCase()}</InputAdornment>
                ) : null,
            },
          }}
        />
      ))}
    </Stack>
  );
}
