import { TextField } from '@mui/material';
import { type ReactNode, type Ref, useState } from 'react';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import { findClockChangeNote, formatInstantForInput, parseInstantInput } from './instant-text.ts';

interface PlainInstantInputProps {
  label: ReactNode;
  /** The instant in ISO 8601; null for none. */
  value: string | null;
  /** @param value null while the day and the time are incomplete */
  onChange: (value: string | null, text: string) => void;
  onBlur?: () => void;
  /** The error of the field. It replaces all notes below the field. */
  error?: ReactNode;
  help?: ReactNode;
  isRequired?: boolean;
  disabled?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/**
 * Edits an instant as a day and a time in the estate's time zone, which the public site shows, wherever the user is. An
 * instant that the user does not change keeps its seconds. If its local time occurs twice because of a change of the
 * clocks, the same one of the two stays chosen.
 */
export function PlainInstantInput({
  value,
  onChange,
  onBlur,
  error,
  help,
  ...props
}: PlainInstantInputProps): ReactNode {
  const { timeZone } = useAdminConfig();
  const [entered, setEntered] = useState<{ text: string; value: string | null } | null>(null);
  const stored = value === null ? '' : formatInstantForInput(value, timeZone);
  const text = entered?.value === value ? entered.text : stored;
  const notes = useNotes(text, value);
  return (
    <TextField
      type="datetime-local"
      label={props.label}
      value={text}
      onChange={({ target }) => {
        const next = parseInstantInput(target.value, timeZone);
        setEntered({ text: target.value, value: next });
        onChange(next, target.value);
      }}
      {...(onBlur && { onBlur })}
      error={Boolean(error)}
      helperText={
        error || [help, ...notes].filter(Boolean).flatMap((note, index) => (index > 0 ? [' ', note] : [note]))
      }
      required={props.isRequired ?? false}
      disabled={props.disabled ?? false}
      {...(props.inputRef && { inputRef: props.inputRef })}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}

/** Returns the notes about the time zone, if the browser is in another one, and about a change of the clocks. */
function useNotes(text: string, value: string | null): string[] {
  const { t } = useAdminTexts();
  const { timeZone } = useAdminConfig();
  const change = value === null ? null : findClockChangeNote(text, value, timeZone);
  return [
    ...(getBrowserTimeZone() === timeZone ? [] : [t('admin.time.zone', { timeZone })]),
    ...(change ? [t(`admin.time.${change.key}`, { time: change.time })] : []),
  ];
}

const getBrowserTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
