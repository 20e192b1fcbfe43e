import type { PageResult } from '#client/core/page-result.ts';
import { shopEventChannel } from '#client/core/shop-events.ts';
import { findPathOfPageKind, type SiteShell } from '#client/core/site-shell.ts';
import { listEnabledAnalyticsServices } from '#shared/consent/analytics-services.ts';
import { computeConsentRevision } from '#shared/consent/consent-revision.ts';
import { legalPageKinds } from '#shared/site/page-entry-kinds.ts';
import { isPathWithoutThirdPartyCode } from '#shared/site/personal-paths.ts';
import type { TextsWithLazyDomains } from '#shared/texts.ts';
import { createAnalyticsServiceRunner } from './analytics-service-runner.ts';
import { createChoiceApplier } from './apply-choice.ts';
import { parseValidStoredChoiceFromCookies } from './choice/stored-choice.ts';
import { toTrackedPage } from './tracking/tracked-page.ts';

export interface ConsentController {
  /** Called for every page that this document shows. */
  showPage(pathname: string, page: PageResult): void;
  stop(): void;
}

interface ConsentOptions {
  /**
   * True if the document was loaded at the path of a personal page, such as the account. Its content security policy
   * blocks third-party scripts, also after client-side navigation.
   */
  isPersonalDocument: boolean;
}

/**
 * Calls `open` for clicks on links with the attribute `data-consent`.
 * @returns a function that removes the listener
 */
function openSettingsOnClick(open: () => void): () => void {
  const onClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element) || !event.target.closest('[data-consent]')) return;
    event.preventDefault();
    open();
  };
  document.addEventListener('click', onClick, true);
  return () => document.removeEventListener('click', onClick, true);
}

/**
 * Creates a function that loads a value at its first call and shares it with later calls. After a failure the next call
 * tries again.
 */
function createRetriedLoad<T>(load: () => Promise<T>) {
  let loading: Promise<T> | undefined;
  return {
    isRequested: () => loading !== undefined,
    load: () => {
      loading ??= load();
      loading.catch(() => {
        loading = undefined;
      });
      return loading;
    },
  };
}

/**
 * Passes the shop's events to the services once `ready` resolves.
 * @returns a function that stops the events
 */
function trackEventsAfter(
  ready: Promise<unknown>,
  runner: ReturnType<typeof createAnalyticsServiceRunner>,
): () => void {
  let isStopped = false;
  let unsubscribe = () => {};
  void ready.then(() => {
    if (!isStopped) unsubscribe = shopEventChannel.subscribe(runner.trackEvent);
  });
  return () => {
    isStopped = true;
    unsubscribe();
  };
}

/**
 * Asks for a choice about cookies if there is none, runs the services that the visitor allows, and opens the settings
 * from the link in the footer.
 */
export function startConsent(
  shell: SiteShell,
  texts: TextsWithLazyDomains,
  options: ConsentOptions,
): ConsentController {
  const { isPersonalDocument } = options;
  const services = listEnabledAnalyticsServices(shell.externalIds);
  const revision = computeConsentRevision(services);
  // The banner does not cover legal texts, because visitors read them in order to decide.
  const legalPaths = legalPageKinds.map((kind) => findPathOfPageKind(shell, kind));
  const readChoice = () => parseValidStoredChoiceFromCookies(document.cookie, revision, Date.now());

  const dialog = createRetriedLoad(async () => {
    const { createConsentDialog } = await import('./dialog/create-consent-dialog.ts');
    return createConsentDialog({ shell, texts, services, revision, onChoice: () => void applyStoredChoice() });
  });

  const runner = createAnalyticsServiceRunner();
  const applier = createChoiceApplier({
    services,
    revision,
    runner,
    canRunServices: () => !isPersonalDocument && !isPathWithoutThirdPartyCode(window.location.pathname),
    readChoice,
    markRecorded: async ({ chosenAt }) => (await dialog.load()).markRecorded(chosenAt),
  });
  async function applyStoredChoice(): Promise<void> {
    const choice = readChoice();
    // Without cookies a choice cannot be stored, so no service runs.
    if (choice) await applier.apply(choice);
  }
  let reportFirstPage = () => {};
  const firstPage = new Promise<void>((resolve) => {
    reportFirstPage = resolve;
  });
  // The first page's events wait until the services that the visitor allowed earlier have started and the visit of the
  // page has been reported.
  const stopEvents = trackEventsAfter(Promise.all([applyStoredChoice(), firstPage]), runner);
  const removeListener = openSettingsOnClick(() => void dialog.load().then((loaded) => loaded.openSettings()));

  return {
    showPage(pathname, page) {
      const choice = readChoice();
      // The visitor may have withdrawn the consent in another tab, or returned to a personal page through the history.
      const isReloadNeeded = applier.isWithdrawal(isPathWithoutThirdPartyCode(pathname) ? null : choice);
      if (isReloadNeeded) return window.location.reload();
      runner.showPage(toTrackedPage(shell.site, pathname, page));
      reportFirstPage();
      // Services that were allowed on a personal page start on the next page of the shop.
      if (choice?.isRecorded) void applier.apply(choice);
      const isBannerNeeded = !isPersonalDocument && !legalPaths.includes(pathname) && choice === null;
      if (isBannerNeeded || dialog.isRequested())
        void dialog.load().then((loaded) => loaded.setBannerVisible(isBannerNeeded));
    },
    stop() {
      removeListener();
      stopEvents();
    },
  };
}
