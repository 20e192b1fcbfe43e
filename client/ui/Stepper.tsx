import { type KeyboardEvent, useEffect, useState } from 'react';
import { coerceQuantity } from '#shared/cart/quantity.ts';
import { Icon } from './Icon.tsx';
import css from './Stepper.module.css';

interface StepperProps {
  value: number;
  /** In what step it counts; it is also the least. */
  step?: number;
  most?: number;
  /** What is counted, for those who do not see it. */
  label: string;
  /** What − and + do, in words. */
  less: string;
  more: string;
  disabled?: boolean;
  /** 0 may be typed: it stands for "none of it". */
  allowsNone?: boolean;
  describedBy?: string | undefined;
  onChange: (value: number) => void;
  /** Somebody wanted more than `most`; said after the change to what there is. */
  onTooMany?: (() => void) | undefined;
}

/** A number with − and +, and to be typed. What is typed counts once it is left or confirmed with Enter. */
export function Stepper(props: StepperProps) {
  const { value, step = 1, most = Number.POSITIVE_INFINITY, label, less, more, disabled = false } = props;
  const { allowsNone = false, describedBy, onChange, onTooMany } = props;
  const [typed, setTyped] = useState(String(value));
  useEffect(() => setTyped(String(value)), [value]);

  const settle = () => {
    const wanted = coerceQuantity(typed, step);
    const allowed = wanted === 0 ? (allowsNone ? 0 : step) : Math.max(step, coerceQuantity(wanted, step, most));
    setTyped(String(allowed));
    if (allowed !== value) onChange(allowed);
    if (wanted > most) onTooMany?.();
  };
  const move = (by: number) => {
    const wanted = value + by;
    if (wanted > most) onTooMany?.();
    else if (wanted >= step) onChange(wanted);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') settle();
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    move(event.key === 'ArrowUp' ? step : -step);
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
        <span className="unseen">{less}</span>
      </button>
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        disabled={disabled}
        aria-label={label}
        aria-describedby={describedBy}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={settle}
        onKeyDown={onKeyDown}
      />
      <button type="button" disabled={disabled} data-end={value + step > most || undefined} onClick={() => move(step)}>
        <Icon name="plus" />
        <span className="unseen">{more}</span>
      </button>
    </fieldset>
  );
}
