import { useEffect, useState } from 'react';
import { type ModalRequest, subscribeToOpenModal } from '#client/core/modal.ts';
import { Modal } from './Modal.tsx';
import css from './ModalContainer.module.css';

/** Shows the dialog that `openModal` requested last. */
export function ModalContainer() {
  const [request, setRequest] = useState<ModalRequest | null>(null);
  useEffect(() => subscribeToOpenModal(setRequest), []);
  if (!request) return null;
  return (
    <Modal label={request.label} isScrollLocked={request.locksScroll ?? true} onClose={() => setRequest(null)}>
      <div className={css.content}>{request.content}</div>
    </Modal>
  );
}
