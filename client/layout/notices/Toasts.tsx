import { useCallback, useEffect, useRef, useState } from 'react';
import { subscribeToToasts, type Toast } from '#client/core/toast.ts';
import { toastDurationMs } from '#shared/limits.ts';
import css from './Toasts.module.css';

/**
 * Shows toasts above everything else for `toastDurationMs` and announces them to screen readers. No toast disappears while
 * the pointer or the focus is on the toasts (WCAG 2.2.1).
 */
export function Toasts() {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const box = useRef<HTMLDivElement>(null);
  const remove = useCallback((removed: number) => setToasts((shown) => shown.filter(({ id }) => id !== removed)), []);

  useEffect(
    () =>
      subscribeToToasts((event) => {
        if (event === 'clear') return setToasts([]);
        setToasts((shown) => [...shown, event]);
        const expire = () => {
          if (box.current?.matches(':hover, :focus-within')) setTimeout(expire, toastDurationMs);
          else remove(event.id);
        };
        setTimeout(expire, toastDurationMs);
      }),
    [remove],
  );
  useEffect(() => {
    // The popover is opened again for each toast, because the popover that opened last is above any dialog.
    if (toasts.length > 0) {
      box.current?.hidePopover();
      box.current?.showPopover();
    } else {
      box.current?.hidePopover();
    }
  }, [toasts]);

  return (
    <div ref={box} popover="manual" className={css.box} role="status" aria-live="polite">
      {toasts.map(({ id, message, level, action }) => (
        <p key={id} className={css.toast} data-level={level}>
          {message}
          {action && 'href' in action && (
            <a href={action.href} onClick={() => remove(id)}>
              {action.text}
            </a>
          )}
          {action && 'run' in action && (
            <button
              type="button"
              onClick={() => {
                action.run();
                remove(id);
              }}
            >
              {action.text}
            </button>
          )}
        </p>
      ))}
    </div>
  );
}
