import type { ReactNode } from 'react';
import { useSiteShell } from '#client/core/app-context.tsx';
import { ErrorBoundary } from '#client/core/ErrorBoundary.tsx';
import type { PageResult } from '#client/core/page-result.ts';
import { AnnounceAndFocusNewPage } from './AnnounceAndFocusNewPage.tsx';
import { CartHandover } from './CartHandover.tsx';
import { ConsentAndTracking } from './ConsentAndTracking.tsx';
import { LoadingBar } from './LoadingBar.tsx';
import { ModalContainer } from './ModalContainer.tsx';
import { OfflineNotice } from './OfflineNotice.tsx';
import { PopupSlot } from './PopupSlot.tsx';
import { ResumeAbandonedAdditions } from './ResumeAbandonedAdditions.tsx';
import { Toasts } from './Toasts.tsx';

export interface PageOverlaysProps {
  page: PageResult;
  /** Kind of the page; `null` for a failure page. */
  kind: string | null;
}

/**
 * Messages and dialogs above the page. All of them appear only after hydration, so the server's document contains none.
 */
export function PageOverlays({ page, kind }: PageOverlaysProps) {
  const { popups } = useSiteShell();
  return (
    <>
      <Overlay>
        <LoadingBar hasPageFailed={page.status >= 400} />
      </Overlay>
      <Overlay>
        <OfflineNotice />
      </Overlay>
      <Overlay>
        <AnnounceAndFocusNewPage title={page.head.title} />
      </Overlay>
      <Overlay>
        <ModalContainer />
      </Overlay>
      <Overlay>{popups && <PopupSlot kind={kind} />}</Overlay>
      <Overlay>
        <Toasts />
      </Overlay>
      <Overlay>
        <CartHandover />
      </Overlay>
      <Overlay>
        <ResumeAbandonedAdditions />
      </Overlay>
      <Overlay>{!page.failure?.isBuilding && <ConsentAndTracking page={page} />}</Overlay>
    </>
  );
}

/** An overlay whose rendering fails disappears and leaves the page and the others as they were. */
const Overlay = ({ children }: { children: ReactNode }) => <ErrorBoundary fallback={null}>{children}</ErrorBoundary>;
