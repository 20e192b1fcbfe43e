import { type ReactNode, useRef, useState } from 'react';
import { useSiteShell, useTexts, useTextsWithLazyDomains } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { loadLazyTexts } from '#client/core/dictionaries.ts';
import { useLocation } from '#client/core/navigation.ts';
import { findEntriesAlongPath, type SiteShell } from '#client/core/site-shell.ts';
import { useQuery } from '#client/core/use-query.ts';
import { coverSizes } from '#client/ui/cover-sizes.ts';
import { Picture } from '#client/ui/Picture.tsx';
import prose from '#client/ui/Prose.module.css';
import { ServerHtml } from '#client/ui/ServerHtml.tsx';
import { toLocalDay } from '#shared/places/local-time.ts';
import { findPopupRules } from '#shared/site/find-popup-rules.ts';
import type { Popup, PopupRules } from '#shared/site/popup-contract.ts';
import { Modal } from '../Modal/Modal.tsx';
import { isPopupClosed, rememberClosedPopup, rememberRefusedAge } from './closed-popups.ts';
import css from './PopupContent.module.css';

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
  // Closing the age question without confirming the age does not dismiss it: the next document shows it again.
  const onClose = popup.kind === 'age' ? close : remember;
  return (
    <Modal label={popup.title} isScrollLocked={popup.isScrollLocked} onClose={onClose}>
      <PopupContent popup={popup} onDone={remember} />
    </Modal>
  );
}

const noPopups: readonly PopupRules[] = [];

/** Returns true until the visitor, who has come from elsewhere, opens a second page of the site. */
function useIsFirstPage(pathname: string): boolean {
  const landing = useRef<string | null>(document.referrer.startsWith(window.location.origin) ? null : pathname);
  if (landing.current !== pathname) landing.current = null;
  return landing.current !== null;
}

/** Returns true if the consent banner is open, or will open. Sites without external services do not load its rules. */
async function lacksConsentChoice({ externalIds }: SiteShell): Promise<boolean> {
  if (Object.keys(externalIds).length === 0) return false;
  const [{ readStoredChoice }, { listEnabledAnalyticsServices }, { computeConsentRevision }] = await Promise.all([
    import('#client/features/consent/stored-choice.ts'),
    import('#shared/consent/analytics-services.ts'),
    import('#shared/consent/consent-revision.ts'),
  ]);
  const services = listEnabledAnalyticsServices(externalIds);
  const revision = computeConsentRevision(services);
  return services.length > 0 && readStoredChoice(document.cookie, revision, Date.now()) === null;
}

/** Distance in CSS pixels from the top of the page after which the visitor counts as reading. */
const minScrollDistancePx = 200;

/** Interval in milliseconds at which a popup tries again to appear while the page is busy. */
const retryIntervalMs = 1_000;

/** Returns true while a dialog, a menu, a toast or the consent banner is open, or a form field has the focus. */
const isPageBusy = (): boolean =>
  document.querySelector(':modal, :popover-open') !== null ||
  document.documentElement.matches('.show--consent, .show--preferences') ||
  document.activeElement?.matches('input, select, textarea, [contenteditable]') === true;

/**
 * Waits until the visitor has begun to read and the page is not busy. Reading begins after `delaySeconds`, or with a
 * scroll if the delay is undefined. The promise stays pending if `signal` is aborted before then.
 */
const waitUntilPopupMayAppear = (delaySeconds: number | undefined, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const resolveWhenIdle = () => {
      if (isPageBusy()) timer = setTimeout(resolveWhenIdle, retryIntervalMs);
      else resolve();
    };
    const onScroll = () => {
      if (window.scrollY < minScrollDistancePx) return;
      window.removeEventListener('scroll', onScroll);
      resolveWhenIdle();
    };
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', onScroll);
    });
    if (delaySeconds === undefined) {
      window.addEventListener('scroll', onScroll, { passive: true });
      // The visitor may have scrolled before this code was loaded.
      onScroll();
    } else timer = setTimeout(resolveWhenIdle, delaySeconds * 1_000);
  });

/** Loads the popup of the current page when it may appear. A change of the page closes it. */
function usePopup(kind: string | null) {
  const shell = useSiteShell();
  const { popups = noPopups, pages, site } = shell;
  const texts = useTextsWithLazyDomains();
  const { pathname } = useLocation();
  const [closed, setClosed] = useState<Popup | null>(null);
  const openedIds = useRef(new Set<number>());
  const isFirstPage = useIsFirstPage(pathname);

  const load = async (signal: AbortSignal): Promise<Popup | null> => {
    const entry = findEntriesAlongPath(pages, pathname).at(-1)?.id;
    const day = toLocalDay(Date.now(), site.timeZone);
    const isDismissed = ({ id, isShownOnEveryReload }: PopupRules) =>
      openedIds.current.has(id) || (!isShownOnEveryReload && isPopupClosed(id));
    const rules = findPopupRules(popups, { kind, entry, day }, isDismissed);
    if (!rules) return null;
    const { id, delaySeconds } = rules;
    if (rules.kind === 'age') {
      if (isPageBusy() || (await lacksConsentChoice(shell))) return null;
    } else if (isFirstPage) return null;
    else await waitUntilPopupMayAppear(delaySeconds, signal);
    const [{ popup }] = await Promise.all([
      callApi('GET /popup/{id}', { params: { id }, signal, isBackground: true }),
      loadLazyTexts(texts, ['popups']),
    ]);
    if (!signal.aborted) openedIds.current.add(id);
    return popup;
  };
  // A popup that cannot be loaded is left out, because a page is complete without it.
  const { data, error, isLoading } = useQuery(load, [popups, pages, site, texts, pathname, kind]);
  const popup = error || isLoading || data === closed ? null : (data ?? null);
  return { popup, close: () => setClosed(popup) };
}

interface PopupContentProps {
  popup: Popup;
  /** Called when the visitor follows the popup's button, or confirms the age. */
  onDone: () => void;
}

function PopupContent({ popup, onDone }: PopupContentProps) {
  const { title, html, image, kind } = popup;
  return (
    <>
      {image && (
        <Picture
          image={image}
          sizes={coverSizes(image, '(min-width: 36rem) 36rem, 100vw', 16 / 9)}
          alt=""
          className={css.picture}
        />
      )}
      <div className={css.text}>
        <h2 className={css.title}>{title}</h2>
        {kind === 'age' ? (
          <AgeQuestion popup={popup} onDone={onDone} />
        ) : (
          <>
            <ServerHtml id="popup-text" html={html} className={prose.prose} />
            <PopupButton popup={popup} onClick={onDone} />
          </>
        )}
      </div>
    </>
  );
}

function PopupButton({ popup: { button }, onClick }: { popup: Popup; onClick?: () => void }): ReactNode {
  if (!button) return null;
  return (
    <p className={css.actions}>
      <a className={css.primary} href={button.url} rel="noopener" onClick={onClick}>
        {button.label}
      </a>
    </p>
  );
}

function AgeQuestion({ popup, onDone }: PopupContentProps) {
  const { t } = useTexts();
  const [isTooYoung, setIsTooYoung] = useState(false);
  const refuse = () => {
    rememberRefusedAge(popup.id, Date.now());
    setIsTooYoung(true);
  };
  return (
    <>
      <div aria-live="polite">
        {isTooYoung ? (
          <p>{t('popups.age.too-young')}</p>
        ) : (
          <ServerHtml id="popup-text" html={popup.html} className={prose.prose} />
        )}
      </div>
      {isTooYoung ? (
        <PopupButton popup={popup} />
      ) : (
        <p className={css.actions}>
          <button type="button" className={css.primary} onClick={onDone}>
            {t('popups.age.yes')}
          </button>
          <button type="button" className={css.secondary} onClick={refuse}>
            {t('popups.age.no')}
          </button>
        </p>
      )}
    </>
  );
}
