import { type MouseEvent, type PointerEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { ErrorBoundary } from '#client/core/ErrorBoundary.tsx';
import { Icon } from '#client/ui/Icon.tsx';
import css from './Modal.module.css';

interface ModalProps {
  /** Accessible name of the dialog. */
  label: string;
  /** `false` if the page behind the dialog can be scrolled. */
  isScrollLocked: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog. Escape, a click on the backdrop and the close button close it, and the focus returns to the page. */
export function Modal({ label, isScrollLocked, onClose, children }: ModalProps) {
  const { t } = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect closes the dialog while it is still in the document, because the browser restores the focus only
  // then.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    document.documentElement.toggleAttribute('data-scroll-locked', isScrollLocked);
    return () => {
      document.documentElement.removeAttribute('data-scroll-locked');
      element?.close();
    };
  }, [isScrollLocked]);
  // A pointer that is pressed inside and released outside, for example to select text, also clicks the dialog.
  const isPressedOutside = useRef(false);
  const onPointerDown = ({ target }: PointerEvent) => {
    isPressedOutside.current = target === dialog.current;
  };
  const closeOnBackdrop = ({ target }: MouseEvent) => {
    if (target === dialog.current && isPressedOutside.current) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog on Escape
    <dialog
      ref={dialog}
      className={css.modal}
      aria-label={label}
      onClose={onClose}
      onPointerDown={onPointerDown}
      onClick={closeOnBackdrop}
    >
      <div className={css.content}>
        <ErrorBoundary>{children}</ErrorBoundary>
        <button type="button" className={css.close} onClick={onClose}>
          <Icon name="close" />
          <span className="unseen">{t('site.close')}</span>
        </button>
      </div>
    </dialog>
  );
}
