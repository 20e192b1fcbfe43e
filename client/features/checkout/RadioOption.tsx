import type { ReactNode } from 'react';
import css from './Checkout.module.css';

interface RadioOptionProps {
  name: string;
  value: string;
  checked: boolean;
  onChoose: () => void;
  title: ReactNode;
  /** Shown at the right, such as a price. */
  aside?: ReactNode;
  children?: ReactNode;
  describedBy?: string | undefined;
}

/** A radio button in a row that is clickable as a whole. */
export const RadioOption = ({
  name,
  value,
  checked,
  onChoose,
  title,
  aside,
  children,
  describedBy,
}: RadioOptionProps) => (
  <label className={css.choice}>
    <input
      type="radio"
      name={name}
      value={value}
      checked={checked}
      onChange={onChoose}
      aria-describedby={describedBy}
    />
    <span className={css.choiceWords}>
      <span className={css.choiceTitle}>{title}</span>
      {children && <span className={css.choiceMore}>{children}</span>}
    </span>
    {aside !== undefined && <span className={css.choiceAside}>{aside}</span>}
  </label>
);
