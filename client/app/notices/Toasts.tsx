import { useEffect, useRef, useState } from 'react';
import { toastMs } from '#shared/limits.ts';
import css from './Toasts.module.css';
import { onToast, type Toast } from './toast.ts';

/** Short notes at the top right, each for three seconds, above everything else, and read out as they come. */
export function Toasts() {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const box = useRef<HTMLDivElement>(null);

  useEffect(
    () =>
      onToast((toast) => {
        setToasts((shown) => [...shown, toast]);
        setTimeout(() => setToasts((shown) => shown.filter(({ id }) => id !== toast.id)), toastMs);
      }),
    [],
  );
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
      {toasts.map(({ id, message, level }) => (
        <p key={id} className={css.toast} data-level={level}>
          {message}
        </p>
      ))}
    </div>
  );
}
