import { useEffect, useState } from 'react';
import { type ModalRequest, subscribeToOpenModal } from '#client/core/modal.ts';
import { useLocation } from '#client/core/navigation.ts';
import { Modal } from './Modal/Modal.tsx';
import css from './ModalContainer.module.css';

/** Shows the dialog that `openModal` requested last, until the visitor closes it or the page changes. */
export function ModalContainer() {
  const { pathname } = useLocation();
  return <RequestedModal key={pathname} />;
}

/** A request with its number, by which a dialog that replaces another one is rendered anew. */
interface NumberedRequest {
  request: ModalRequest;
  serial: number;
}

function RequestedModal() {
  const [opened, setOpened] = useState<NumberedRequest | null>(null);
  useEffect(
    () =>
      subscribeToOpenModal((request) =>
        setOpened((previous) => ({ request, serial: previous ? previous.serial + 1 : 1 })),
      ),
    [],
  );
  if (!opened) return null;
  const { label, content, locksScroll = true } = opened.request;
  return (
    <Modal key={opened.serial} label={label} isScrollLocked={locksScroll} onClose={() => setOpened(null)}>
      <div className={css.content}>{content}</div>
    </Modal>
  );
}
