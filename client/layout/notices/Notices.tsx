import type { PageResult } from '#client/core/page-result.ts';
import { AbandonedAdditions } from './AbandonedAdditions.tsx';
import { CartHandover } from './CartHandover.tsx';
import { Connectivity } from './Connectivity.tsx';
import { LoadingBar } from './LoadingBar.tsx';
import { ModalContainer } from './ModalContainer.tsx';
import { PageAnnouncer } from './PageAnnouncer.tsx';
import { Toasts } from './Toasts.tsx';

export interface NoticesProps {
  page: PageResult;
}

/** Messages and dialogs above the page. They only appear after hydration, so they are no part of the server's document. */
export const Notices = ({ page }: NoticesProps) => (
  <>
    <LoadingBar hasFailed={page.status >= 500} />
    <Connectivity />
    <PageAnnouncer title={page.head.title} />
    <ModalContainer />
    <Toasts />
    <CartHandover />
    <AbandonedAdditions />
  </>
);
