import type { ReactNode } from 'react';
import { type InputProps, useInput, useTranslateLabel } from 'react-admin';
import { isInstant } from '../core/is-instant.ts';
import { FieldError } from './FieldError.tsx';
import { PlainInstantInput } from './PlainInstantInput.tsx';

/** Edits an instant of an item. Input that is not a valid time is kept, so that the API rejects it. */
export function InstantInput(props: InputProps): ReactNode {
  const { field, fieldState, isRequired } = useInput(props);
  const label = useTranslateLabel()({ source: props.source, label: props.label as string | undefined });
  const value = String(field.value ?? '');
  return (
    <PlainInstantInput
      label={label}
      value={isInstant(value) ? value : null}
      onChange={(next, text) => field.onChange(next ?? (text || null))}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.error && <FieldError error={fieldState.error} />}
      isRequired={isRequired}
      disabled={props.disabled ?? false}
    />
  );
}
