import type { ReactNode } from 'react';
import css from './Checkout.module.css';

interface RadioOptionProps {
  name: string;
  value: string;
  checked: boolean;
  onChoose: () => void;
  title: ReactNode;
  /** Content at the right end of the row, such as a price. */
  aside?: ReactNode;
  children?: ReactNode;
  describedBy?: string | undefined;
}

/** Row with a radio button. The whole row is clickable. */
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
