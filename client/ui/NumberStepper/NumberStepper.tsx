import { type KeyboardEvent, useEffect, useState } from 'react';
import { Icon } from '../Icon.tsx';
import css from './NumberStepper.module.css';

/** Parses a typed value and rounds it up to a multiple of `step`, at most `max`; 0 stays 0. */
type CoerceValue = (entered: number | string, step: number, max?: number) => number;

interface NumberStepperProps {
  value: number;
  /** Increment of the buttons, which is also the minimum value. */
  step?: number;
  max?: number;
  coerce: CoerceValue;
  /** Accessible name of the number field. */
  label: string;
  decrementLabel: string;
  incrementLabel: string;
  disabled?: boolean;
  /** True if 0 is accepted as a typed value, for example to remove a cart line. */
  allowsZero?: boolean;
  describedBy?: string | undefined;
  onChange: (value: number) => void;
  /** Called if the requested value exceeded `max`; after `onChange` if that is called too. */
  onMaxExceeded?: (() => void) | undefined;
}

/** A number field with − and + buttons. A typed value is committed on blur and on Enter. */
export function NumberStepper(props: NumberStepperProps) {
  const { value, step = 1, max = Number.POSITIVE_INFINITY, coerce, label, disabled = false } = props;
  const { allowsZero = false, describedBy, onChange, onMaxExceeded } = props;
  const [entered, setEntered] = useState(String(value));
  useEffect(() => setEntered(String(value)), [value]);

  const commit = () => {
    const requested = coerce(entered, step);
    const allowed = requested === 0 ? (allowsZero ? 0 : step) : Math.max(step, coerce(requested, step, max));
    setEntered(String(allowed));
    if (allowed !== value) onChange(allowed);
    if (requested > max) onMaxExceeded?.();
  };
  const move = (by: number) => {
    const requested = value + by;
    if (requested > max) onMaxExceeded?.();
    else if (requested >= step) onChange(requested);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!['Enter', 'ArrowUp', 'ArrowDown'].includes(event.key)) return;
    // Otherwise Enter would also click a button to which `onChange` has moved the focus.
    event.preventDefault();
    if (event.key === 'Enter') commit();
    else move(event.key === 'ArrowUp' ? step : -step);
  };
  return (
    <fieldset className={css.stepper}>
      <legend className="unseen">{label}</legend>
      <button
        type="button"
        disabled={disabled}
        aria-disabled={value - step < step || undefined}
        onClick={() => move(-step)}
      >
        <Icon name="minus" />
        <span className="unseen">{props.decrementLabel}</span>
      </button>
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        disabled={disabled}
        aria-label={label}
        aria-describedby={describedBy}
        value={entered}
        onChange={(event) => setEntered(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
      <button type="button" disabled={disabled} data-end={value + step > max || undefined} onClick={() => move(step)}>
        <Icon name="plus" />
        <span className="unseen">{props.incrementLabel}</span>
      </button>
    </fieldset>
  );
}
