import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { type ModalRequest, onModal } from '#client/core/modal.ts';
import { Icon } from '#client/ui/Icon.tsx';
import css from './ModalContainer.module.css';
import { isRemembered, rememberClosed } from './popup-memory.ts';

/**
 * One in each layout: shows what `openModal` asks for, one at a time. Escape and a click beside it close it; a popup
 * remembers when, unless it is to show on every load.
 */
export function ModalContainer() {
  const [request, setRequest] = useState<ModalRequest | null>(null);
  useEffect(
    () =>
      onModal((wanted) => {
        if (!wanted.popup || wanted.popup.everyLoad || !isRemembered(wanted.popup.id)) setRequest(wanted);
      }),
    [],
  );
  if (!request) return null;
  const close = () => {
    if (request.popup && !request.popup.everyLoad) rememberClosed(request.popup.id, Date.now());
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
    const shown = dialog.current;
    shown?.showModal();
    document.documentElement.toggleAttribute('data-scroll-locked', locksScroll);
    return () => {
      document.documentElement.removeAttribute('data-scroll-locked');
      shown?.close();
    };
  }, [locksScroll]);
  const backdrop = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way to close a dialog is Escape, which it brings itself
    <dialog ref={dialog} className={css.modal} aria-label={label} onClose={onClose} onClick={backdrop}>
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
