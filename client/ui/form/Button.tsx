import type { ComponentProps } from 'react';
import css from './Button.module.css';

interface Look {
  /**
   * Appearance of a button: `primary` is the main action of a page, `quiet` a secondary action, and `text` looks like a
   * link.
   */
  look?: 'primary' | 'quiet' | 'text';
  wide?: boolean;
}

const classOf = ({ look = 'primary', wide }: Look, className?: string) =>
  [css.button, css[look], wide && css.wide, className].filter(Boolean).join(' ');

/** While `busy`, the button ignores clicks but stays focusable, so that keyboard users keep their position. */
export function Button({
  look,
  wide,
  busy = false,
  className,
  children,
  onClick,
  ...button
}: Look & { busy?: boolean } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...button}
      className={classOf({ look, wide } as Look, className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export const ButtonLink = ({ look, wide, className, ...link }: Look & ComponentProps<'a'>) => (
  <a {...link} className={classOf({ look, wide } as Look, className)} />
);
