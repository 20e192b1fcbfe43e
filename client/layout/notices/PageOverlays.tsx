import { type ComponentType, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useSiteShell, useTexts, useTextsWithLazyDomains } from '#client/core/app-context.tsx';
import { loadLazyTexts } from '#client/core/dictionaries.ts';
import { ErrorBoundary } from '#client/core/ErrorBoundary.tsx';
import { useLocation } from '#client/core/navigation.ts';
import type { PageResult } from '#client/core/page-result.ts';
import { pruneAbandonedAdditions } from '#client/features/cart/add-to-cart/prune-abandoned-additions.ts';
import { useCartStore } from '#client/features/cart/cart-store.tsx';
import { setUpHandover } from '#client/features/cart/handover/set-up-handover.ts';
import type { ConsentController } from '#client/features/consent/start-consent.ts';
import { Icon } from '#client/ui/Icon.tsx';
import { isFirstPartyPath } from '#shared/site/personal-paths.ts';
import { LoadingBar } from './LoadingBar.tsx';
import { ModalContainer } from './ModalContainer.tsx';
import css from './OfflineNotice.module.css';
import { Toasts } from './Toasts.tsx';

export interface PageOverlaysProps {
  page: PageResult;
  /** Kind of the page; `null` for a failure page. */
  kind: string | null;
}

/**
 * After a navigation within the document to another path, announces the new title to screen readers and moves the focus
 * to the content, as loading a new document would.
 */
export function PageAnnouncer({ title }: { title: string }) {
  const { pathname } = useLocation();
  const [announced, setAnnounced] = useState({ pathname, title: '' });
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    setAnnounced({ pathname, title });
    document.querySelector('script[type="application/ld+json"]')?.remove();
    // A page may have focused a field of its own, such as that of the search.
    const content = document.getElementById('content');
    if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true });
  }, [pathname, title]);

  return (
    <p className="unseen" aria-live="polite">
      {/* Screen readers announce only what changes, so the key renders an equal title anew. */}
      <span key={announced.pathname}>{announced.title}</span>
    </p>
  );
}

/**
 * Receives the cart from another host of the site, and hands cart and session over to it. The component is loaded with
 * the notices, which every page loads when the browser is idle.
 */
function CartHandover() {
  const cart = useCartStore();
  const { id, alternates } = useSiteShell().site;
  const hasOtherHosts = alternates.length > 1;
  useEffect(() => (hasOtherHosts ? setUpHandover(cart, id) : undefined), [hasOtherHosts, cart, id]);
  return null;
}

/**
 * Asks for consent to cookies and reports visits to the services that the visitor allows. On a site without such
 * services nothing is loaded.
 */
export function Tracking({ page }: { page: PageResult }) {
  const shell = useSiteShell();
  const texts = useTextsWithLazyDomains();
  const { pathname } = useLocation();
  const [controller, setController] = useState<ConsentController>();
  // The first page determines the content security policy of the document, which later pages do not change.
  const [isPersonalDocument] = useState(() => isFirstPartyPath(pathname));
  const hasServices = Object.keys(shell.externalIds).length > 0;

  useEffect(() => {
    if (!hasServices) return undefined;
    let isUnmounted = false;
    let started: ConsentController | undefined;
    import('#client/features/consent/start-consent.ts').then(
      ({ startConsent }) => {
        if (isUnmounted) return;
        started = startConsent(shell, texts, { isPersonalDocument });
        setController(started);
      },
      // Some browser extensions block code for consent. No service runs then, and the page works without it.
      () => {},
    );
    return () => {
      isUnmounted = true;
      started?.stop();
    };
  }, [hasServices, shell, texts, isPersonalDocument]);

  useEffect(() => controller?.showPage(pathname, page), [controller, pathname, page]);

  return null;
}

type PopupHostComponent = ComponentType<{ kind: string | null }>;

/** Loads the code of popups. Only sites with popups render this component. */
function PopupSlot({ kind }: { kind: string | null }) {
  const [PopupHost, setPopupHost] = useState<PopupHostComponent>();
  useEffect(() => {
    import('./popups/PopupHost.tsx').then(
      (module) => setPopupHost(() => module.PopupHost),
      // After a release the chunk may no longer exist. Popups are then left out until the next document is loaded.
      () => setPopupHost(undefined),
    );
  }, []);
  return PopupHost ? <PopupHost kind={kind} /> : null;
}

/**
 * Completes additions to the cart that were not complete when the visitor left an earlier page. The code is loaded only
 * if there are such additions.
 */
function ResumeAbandonedAdditions() {
  const cart = useCartStore();
  const texts = useTextsWithLazyDomains();
  useEffect(() => {
    const additions = pruneAbandonedAdditions(cart);
    if (additions.length === 0) return;
    void Promise.all([
      import('#client/features/cart/add-to-cart/resume-additions.ts'),
      loadLazyTexts(texts, ['product']),
    ]).then(
      ([{ resumeAdditions }]) => resumeAdditions(cart, texts, additions),
      // If the code or the texts cannot be loaded, the additions stay recorded for the next page.
      () => {},
    );
  }, [cart, texts]);
  return null;
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
        <PageAnnouncer title={page.head.title} />
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
      <Overlay>{!page.failure?.isBuilding && <Tracking page={page} />}</Overlay>
    </>
  );
}

/** An overlay whose rendering fails disappears and leaves the page and the others as they were. */
const Overlay = ({ children }: { children: ReactNode }) => <ErrorBoundary fallback={null}>{children}</ErrorBoundary>;

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

function OfflineNotice() {
  const isOnline = useOnline();
  const { t } = useTexts();
  return (
    <div role="status">
      {!isOnline && (
        <p className={css.offline}>
          <Icon name="offline" />
          {t('site.offline')}
        </p>
      )}
    </div>
  );
}
