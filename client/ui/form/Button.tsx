import type { ComponentProps } from 'react';
import css from './Button.module.css';

interface Look {
  /**
   * Appearance of a button: `primary` is the main action of a page, `quiet` a secondary action, and `text` looks like a
   * link.
   */
  look?: 'primary' | 'quiet' | 'text';
  isWide?: boolean;
}

const classOf = ({ look = 'primary', isWide }: Look, className?: string) =>
  [css.button, css[look], isWide && css.wide, className].filter(Boolean).join(' ');

/** While `isBusy`, the button ignores clicks but stays focusable, so that keyboard users keep their position. */
export function Button({
  look,
  isWide,
  isBusy = false,
  className,
  children,
  onClick,
  ...button
}: Look & { isBusy?: boolean } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...button}
      className={classOf({ look, isWide } as Look, className)}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
    >
      {children}
    </button>
  );
}

export const ButtonLink = ({ look, isWide, className, ...link }: Look & ComponentProps<'a'>) => (
  <a {...link} className={classOf({ look, isWide } as Look, className)} />
);
