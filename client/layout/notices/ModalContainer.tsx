import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { type ModalRequest, subscribeToModals } from '#client/core/modal.ts';
import { Icon } from '#client/ui/Icon.tsx';
import { isPopupClosed, rememberClosedPopup } from './closed-popups.ts';
import css from './ModalContainer.module.css';

/** Shows the dialog that `openModal` requested last. Escape and a click on the backdrop close the dialog. */
export function ModalContainer() {
  const [request, setRequest] = useState<ModalRequest | null>(null);
  useEffect(
    () =>
      subscribeToModals((next) => {
        if (!next.popup || next.popup.everyLoad || !isPopupClosed(next.popup.id)) setRequest(next);
      }),
    [],
  );
  if (!request) return null;
  const close = () => {
    if (request.popup && !request.popup.everyLoad) rememberClosedPopup(request.popup.id, Date.now());
    setRequest(null);
  };
  return (
    <Modal label={request.label} locksScroll={request.locksScroll ?? true} onClose={close}>
      {request.content}
    </Modal>
  );
}

interface ModalProps {
  label: string;
  locksScroll: boolean;
  onClose: () => void;
  children: ReactNode;
}

function Modal({ label, locksScroll, onClose, children }: ModalProps) {
  const { t } = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    document.documentElement.toggleAttribute('data-scroll-locked', locksScroll);
    return () => {
      document.documentElement.removeAttribute('data-scroll-locked');
      element?.close();
    };
  }, [locksScroll]);
  const closeOnBackdrop = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog on Escape
    <dialog ref={dialog} className={css.modal} aria-label={label} onClose={onClose} onClick={closeOnBackdrop}>
      <div className={css.content}>
        <button type="button" className={css.close} onClick={onClose}>
          <Icon name="close" />
          <span className="unseen">{t('site.close')}</span>
        </button>
        {children}
      </div>
    </dialog>
  );
}
