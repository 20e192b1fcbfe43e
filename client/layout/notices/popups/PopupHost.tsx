import { useCallback, useEffect, useRef, useState } from 'react';
import { usePageTexts, useSiteShell } from '#client/core/app-context.tsx';
import { ApiCallError, callApi } from '#client/core/call-api.ts';
import { loadLazyTexts } from '#client/core/dictionaries.ts';
import { useLocation } from '#client/core/navigation.ts';
import { findEntriesAlongPath } from '#client/core/site-shell.ts';
import { toLocalDay } from '#shared/places/local-time.ts';
import { findPopup } from '#shared/site/find-popup.ts';
import type { Popup, PopupRules } from '#shared/site/popup-contract.ts';
import { Modal } from '../Modal.tsx';
import { isPopupClosed, rememberClosedPopup } from './closed-popups.ts';
import { PopupContent } from './PopupContent.tsx';
import { schedulePopup } from './schedule-popup.ts';

interface PopupHostProps {
  /** Kind of the page; `null` for a failure page. */
  kind: string | null;
}

/** Shows the popups of the estate, at most one on each page. */
export function PopupHost({ kind }: PopupHostProps) {
  const { popup, close } = usePopup(kind);
  if (!popup) return null;
  const remember = () => {
    if (!popup.isShownOnEveryReload) rememberClosedPopup(popup.id, Date.now());
    close();
  };
  // Closing the age question without an answer does not dismiss it: the question is shown again on the next page load.
  const onClose = popup.kind === 'age' ? close : remember;
  return (
    <Modal label={popup.title} isScrollLocked={popup.isScrollLocked} onClose={onClose}>
      <PopupContent popup={popup} onDone={remember} />
    </Modal>
  );
}

/** Loads the popup of the current page when it may appear. A change of the page closes it. */
function usePopup(kind: string | null) {
  const { popups = [], pages, site } = useSiteShell();
  const texts = usePageTexts();
  const { pathname } = useLocation();
  const [popup, setPopup] = useState<Popup | null>(null);
  const openedIds = useRef(new Set<number>());
  const close = useCallback(() => setPopup(null), []);

  useEffect(() => {
    const entry = findEntriesAlongPath(pages, pathname).at(-1)?.id;
    const day = toLocalDay(Date.now(), site.timeZone);
    const isDismissed = ({ id, isShownOnEveryReload }: PopupRules) =>
      openedIds.current.has(id) || (!isShownOnEveryReload && isPopupClosed(id));
    const rules = findPopup(popups, { kind, entry, day }, isDismissed);
    if (!rules) return;
    const controller = new AbortController();
    const { id, delaySeconds } = rules;
    const cancel = schedulePopup(delaySeconds, () => {
      Promise.all([
        callApi('GET /popup/{id}', { params: { id: String(id) }, signal: controller.signal, isBackground: true }),
        loadLazyTexts(texts, ['popups']),
      ]).then(
        ([loaded]) => {
          if (controller.signal.aborted) return;
          openedIds.current.add(id);
          setPopup(loaded.popup);
        },
        // A popup that cannot be loaded is left out, because a page is complete without it.
        (error: unknown) => {
          if (!controller.signal.aborted && !(error instanceof ApiCallError)) throw error;
        },
      );
    });
    return () => {
      controller.abort();
      cancel();
      setPopup(null);
    };
  }, [popups, pages, site, texts, pathname, kind]);

  return { popup, close };
}
