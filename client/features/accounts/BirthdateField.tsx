import { type Ref, useRef, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { TextField } from '#client/ui/form/Field.tsx';
import { isIsoDate } from '#shared/is-iso-date.ts';
import css from './BirthdateField.module.css';

interface BirthdateFieldProps {
  /** The birthdate as `YYYY-MM-DD`, or the typed text as long as it is not a date. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  name?: string;
  ref?: Ref<HTMLInputElement>;
  error?: string | undefined;
  /** Text below the field that explains why the birthdate is required. */
  hint?: string | undefined;
  className?: string | undefined;
}

/** Example of a birthdate in the field's hint. Its day and month cannot be confused with each other. */
const exampleDate = '1980-12-31';

/** Formats an ISO date as `31/12/1980`, as French and British English write dates. Any other text stays unchanged. */
export const toDateInDigits = (text: string): string => (isIsoDate(text) ? text.split('-').reverse().join('/') : text);

/**
 * Parses a typed date: day, month and year with any separator, or eight digits alone; also an ISO date, which browsers
 * fill in. A year of two digits is not accepted, because its century is unknown.
 * @returns the date as `YYYY-MM-DD`; `null` if the text is not a date
 */
export function parseEnteredDate(text: string): string | null {
  const written = text.trim().replace(/^(\d\d)(\d\d)(\d{4})$/, '$1/$2/$3');
  const [, day = '', month = '', year = ''] = /^(\d\d?)[\s./-]+(\d\d?)[\s./-]+(\d{4})$/.exec(written) ?? [];
  const date = year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : written;
  return isIsoDate(date) ? date : null;
}

/**
 * Field for a birthdate that is typed, or chosen in the browser's picker. A picker alone would need a tap for every
 * year.
 */
export function BirthdateField({ value, onChange, hint, className, ...field }: BirthdateFieldProps) {
  const { t } = useTexts();
  const [entered, setEntered] = useState(() => toDateInDigits(value));
  const picker = useRef<HTMLInputElement>(null);
  const toValue = (text: string) => parseEnteredDate(text) ?? text.trim();
  // The value changes without typing when a stored checkout draft is restored, so the typed text is then outdated.
  const shown = toValue(entered) === value ? entered : toDateInDigits(value);
  const change = (text: string) => {
    setEntered(text);
    onChange(toValue(text));
  };
  const format = t('accounts.field.birthdate.format', { example: toDateInDigits(exampleDate) });
  return (
    <div className={className ? `${css.box} ${className}` : css.box}>
      <TextField
        {...field}
        label={t('accounts.field.birthdate')}
        hint={hint ? `${format} ${hint}` : format}
        autoComplete="bday"
        inputMode="numeric"
        maxLength={30}
        value={shown}
        onChange={({ target }) => change(target.value)}
      />
      <Button look="text" onClick={() => picker.current?.showPicker()}>
        {t('accounts.field.birthdate.picker')}
      </Button>
      <input
        ref={picker}
        type="date"
        className={css.picker}
        tabIndex={-1}
        aria-hidden="true"
        value={isIsoDate(value) ? value : ''}
        onChange={({ target }) => change(toDateInDigits(target.value))}
      />
    </div>
  );
}
