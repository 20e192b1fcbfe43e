import { useCallback, useEffect, useRef, useState } from 'react';
import { subscribeToToasts, type Toast, type ToastAction } from '#client/core/toast.ts';
import { toastDurationMs } from '#shared/limits.ts';
import css from './Toasts.module.css';

/**
 * Shows toasts above everything else for `toastDurationMs` and announces them to screen readers. No toast disappears
 * while the pointer or the focus is on the toasts (WCAG 2.2.1).
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
          {action && 'run' in action && <ActionButton action={action} close={() => remove(id)} />}
        </p>
      ))}
    </div>
  );
}

interface ActionButtonProps {
  action: Extract<ToastAction, { run: () => void }>;
  close: () => void;
}

function ActionButton({ action: { text, run, takesFocus }, close }: ActionButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const returnTo = useRef<Element | null>(null);
  useEffect(() => {
    if (!takesFocus) return;
    returnTo.current = document.activeElement;
    // The popover is shown by an effect of the parent, which runs after this one.
    queueMicrotask(() => button.current?.focus({ preventScroll: true }));
  }, [takesFocus]);
  const end = () => {
    if (returnTo.current instanceof HTMLElement) returnTo.current.focus({ preventScroll: true });
    close();
  };
  return (
    <button
      ref={button}
      type="button"
      onClick={() => {
        run();
        end();
      }}
      onKeyDown={({ key }) => key === 'Escape' && end()}
    >
      {text}
    </button>
  );
}
