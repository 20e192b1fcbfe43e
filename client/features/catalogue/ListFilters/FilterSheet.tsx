import { type MouseEvent, type ReactNode, useRef } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { ErrorBoundary } from '#client/core/ErrorBoundary.tsx';
import { mobileBreakpointPx } from '#shared/limits.ts';
import css from './ListFilters.module.css';

/**
 * Contains the filters of a product list: in a disclosure on wide screens and without scripts, in a modal sheet on
 * narrow screens. One dialog element serves both; it is open inside the disclosure, or shown as a modal dialog.
 */
export function FilterSheet({ label, children }: { label: ReactNode; children: ReactNode }) {
  const { t } = useTexts();
  const details = useRef<HTMLDetailsElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);

  const openSheet = (event: MouseEvent) => {
    if (!window.matchMedia(`(width < ${mobileBreakpointPx}px)`).matches || !details.current) return;
    event.preventDefault();
    details.current.open = true;
    dialog.current?.removeAttribute('open');
    dialog.current?.showModal();
  };
  const collapse = () => {
    dialog.current?.setAttribute('open', '');
    if (details.current) details.current.open = false;
  };
  const closeOutside = (event: MouseEvent) => {
    if (event.target === dialog.current && dialog.current?.matches(':modal')) dialog.current.close();
  };

  return (
    <details ref={details} className={css.details}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button, so Enter and Space are clicks */}
      <summary className={css.summary} onClick={openSheet}>
        {label}
      </summary>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the platform closes a dialog with Escape */}
      <dialog
        ref={dialog}
        open
        className={css.sheet}
        aria-label={t('catalogue.list.narrow')}
        onClose={collapse}
        onClick={closeOutside}
      >
        <div className={css.sheetBody}>
          <div className={css.sheetHead}>
            <span>{t('catalogue.list.narrow')}</span>
            <button type="button" className={css.close} onClick={() => dialog.current?.close()}>
              {t('site.close')}
            </button>
          </div>
          <ErrorBoundary>{children}</ErrorBoundary>
        </div>
      </dialog>
    </details>
  );
}
