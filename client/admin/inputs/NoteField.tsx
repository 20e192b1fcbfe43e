import { TextField } from '@mui/material';
import type { ReactNode } from 'react';
import { useAdminTexts } from '../core/admin-context.tsx';

interface NoteFieldProps {
  label: string;
  value: string;
  maxLength: number;
  onChange: (value: string) => void;
  help?: string | undefined;
  /** The API's error for the text. */
  error?: string | undefined;
  minRows?: number;
  isFocusedFirst?: boolean;
}

/** Checks the length of a note as the API does, which removes white space at the ends. */
export const isNoteTooLong = (value: string, maxLength: number): boolean => value.trim().length > maxLength;

/**
 * A text of several lines that says its length and its limit. A longer text is not cut, so that staff decide what to
 * leave out.
 */
export function NoteField({
  value,
  maxLength,
  onChange,
  help,
  error,
  minRows = 2,
  isFocusedFirst = false,
  ...props
}: NoteFieldProps): ReactNode {
  const { t, number } = useAdminTexts();
  const length = t('admin.textLength', { count: number(value.length), max: number(maxLength) });
  return (
    <TextField
      {...props}
      autoFocus={isFocusedFirst}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={error !== undefined || isNoteTooLong(value, maxLength)}
      helperText={[error ?? help, length].filter(Boolean).join(' ')}
      multiline
      minRows={minRows}
    />
  );
}
