import { useCallback, useEffect, useRef, useState } from 'react';
import { onToast, onToastsEnd, type Toast } from '#client/core/toast.ts';
import { toastMs } from '#shared/limits.ts';
import css from './Toasts.module.css';

/**
 * Short notes at the top right, each for three seconds, above everything else, and read out as they come. One that
 * offers something stays twice as long, and for as long as somebody is at it.
 */
export function Toasts() {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const box = useRef<HTMLDivElement>(null);
  const drop = useCallback((dropped: number) => setToasts((shown) => shown.filter(({ id }) => id !== dropped)), []);

  useEffect(
    () =>
      onToast((toast) => {
        setToasts((shown) => [...shown, toast]);
        const leave = () => {
          // What somebody is about to use stays.
          if (toast.offer && box.current?.matches(':hover, :focus-within')) setTimeout(leave, toastMs);
          else drop(toast.id);
        };
        setTimeout(leave, toast.offer ? 2 * toastMs : toastMs);
      }),
    [drop],
  );
  useEffect(() => onToastsEnd(() => setToasts([])), []);
  useEffect(() => {
    // Shown again for each toast: the last popover to open is above any dialog.
    if (toasts.length > 0) {
      box.current?.hidePopover();
      box.current?.showPopover();
    } else {
      box.current?.hidePopover();
    }
  }, [toasts]);

  return (
    <div ref={box} popover="manual" className={css.box} role="status" aria-live="polite">
      {toasts.map(({ id, message, level, offer }) => (
        <p key={id} className={css.toast} data-level={level}>
          {message}
          {offer && 'href' in offer && (
            <a href={offer.href} onClick={() => drop(id)}>
              {offer.text}
            </a>
          )}
          {offer && 'act' in offer && (
            <button
              type="button"
              onClick={() => {
                offer.act();
                drop(id);
              }}
            >
              {offer.text}
            </button>
          )}
        </p>
      ))}
    </div>
  );
}
