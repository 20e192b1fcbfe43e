import { analyticsConsent } from '#client/core/analytics-consent.ts';
import { callApi } from '#client/core/call-api.ts';
import type { PageResult } from '#client/core/page-result.ts';
import { shopEventChannel } from '#client/core/shop-events.ts';
import { findPathOfPageKind, type SiteShell } from '#client/core/site-shell.ts';
import { showToast } from '#client/core/toast.ts';
import { type EnabledAnalyticsService, listEnabledAnalyticsServices } from '#shared/consent/analytics-services.ts';
import { computeConsentRevision, consentTextVersion } from '#shared/consent/consent-revision.ts';
import { legalPageKinds } from '#shared/site/page-entry-kinds.ts';
import { isFirstPartyPath } from '#shared/site/personal-paths.ts';
import type { TextsWithLazyDomains } from '#shared/texts.ts';
import { createAnalyticsServiceRunner } from './analytics-service-runner.ts';
import type { ConsentDialog, ConsentDialogOptions } from './create-consent-dialog.ts';
import { readStoredChoice, type StoredChoice } from './stored-choice.ts';
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
 * Creates a dialog whose code is loaded by its first call. If the code cannot be loaded, the call has no effect and the
 * next one tries again.
 * @param onUnopened Called if the settings could not be opened.
 */
function createLazyDialog(options: ConsentDialogOptions, onUnopened: () => void) {
  let loading: Promise<ConsentDialog> | undefined;
  const load = async () => (await import('./create-consent-dialog.ts')).createConsentDialog(options);
  const run = async (use: (dialog: ConsentDialog) => void, onUnreachable = () => {}): Promise<void> => {
    loading ??= load();
    const dialog = await loading.catch(() => null);
    if (dialog) return use(dialog);
    loading = undefined;
    onUnreachable();
  };
  return {
    isRequested: () => loading !== undefined,
    openSettings: () => run((dialog) => dialog.openSettings(), onUnopened),
    // Without a banner there is no choice and no service runs, and the next page tries again.
    setBannerVisible: (isVisible: boolean) => run((dialog) => dialog.setBannerVisible(isVisible)),
    // A choice without the mark is recorded again, under the same id, by the next document.
    markRecorded: ({ chosenAt }: StoredChoice) => run((dialog) => dialog.markRecorded(chosenAt)),
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
 * Maximum time in milliseconds by which a withdrawal of consent delays the reload, so that the API can store the
 * consent record.
 */
const maxWithdrawalDelayMs = 500;

interface ChoiceApplierOptions {
  services: readonly EnabledAnalyticsService[];
  revision: number;
  runner: ReturnType<typeof createAnalyticsServiceRunner>;
  /** Returns false in a document whose policy allows no third parties, and while a personal page is shown. */
  canRunServices: () => boolean;
  readChoice: () => StoredChoice | null;
  markRecorded: (choice: StoredChoice) => Promise<void>;
}

interface ChoiceApplier {
  /** Applies a choice: refusals at once, consent as soon as the API has recorded it. */
  apply(choice: StoredChoice): Promise<void>;
  /** True if a service is running that `choice` does not allow. */
  isWithdrawal(choice: StoredChoice | null): boolean;
}

/** Lists a host name and its parent domains, on which a service may have set cookies: `www.a.fr` and `a.fr`. */
function listCookieDomains(hostname: string): string[] {
  const labels = hostname.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

/** Deletes the cookies of the host and its parent domains whose names match one of the patterns. */
export function eraseCookiesByNamePatterns(patterns: readonly RegExp[]): void {
  const names = document.cookie.split('; ').map((cookie) => cookie.split('=')[0] ?? '');
  for (const name of names.filter((candidate) => patterns.some((pattern) => pattern.test(candidate)))) {
    const expired = `${name}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT`;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not available in all browsers
    document.cookie = expired;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not available in all browsers
    for (const domain of listCookieDomains(window.location.hostname)) document.cookie = `${expired}; Domain=${domain}`;
  }
}

function createChoiceApplier(options: ChoiceApplierOptions): ChoiceApplier {
  const { services, revision, runner, canRunServices, readChoice, markRecorded } = options;
  const running = new Set<EnabledAnalyticsService>();
  let isStopped = false;
  const isWithdrawal = (choice: StoredChoice | null) =>
    [...running].some(({ app }) => choice?.accepted.includes(app) !== true);

  /** Checks whether the visitor has made another choice, in this tab or in another, or has deleted the cookie. */
  const isOutdated = ({ id, chosenAt }: StoredChoice) => {
    const stored = readChoice();
    return stored?.id !== id || stored.chosenAt !== chosenAt;
  };

  return {
    isWithdrawal,
    async apply(choice) {
      if (isWithdrawal(choice)) {
        runner.stop();
        isStopped = true;
      }
      const accepted = services.filter(({ app }) => choice.accepted.includes(app));
      const refused = services.filter((service) => !accepted.includes(service));
      eraseCookiesByNamePatterns(refused.flatMap(({ cookies }) => cookies));
      // The flag is set before the services start, so that a personal page opened in the meantime gets a new document.
      // After a withdrawal the code of the services stays in this document until the reload.
      analyticsConsent.isGiven = isStopped || accepted.length > 0;

      const consentRecord = choice.isRecorded ? Promise.resolve(true) : recordChoice(choice, refused, revision);
      // If storing the consent record takes longer, the reload aborts the call, and the next document records the
      // choice.
      const timeout = new Promise<false>((resolve) => setTimeout(resolve, maxWithdrawalDelayMs, false));
      const isRecorded = await (isStopped ? Promise.race([consentRecord, timeout]) : consentRecord);
      if (isRecorded && !choice.isRecorded && !isOutdated(choice)) await markRecorded(choice);
      // Scripts that have run cannot be unloaded, so only a reload reliably stops the services.
      if (isStopped) return window.location.reload();
      // The visitor may have refused, or opened a personal page, while the choice was being recorded.
      if (!isRecorded || isOutdated(choice) || !canRunServices()) return;
      for (const service of accepted) running.add(service);
      runner.start(accepted);
    },
  };
}

/** @returns false if the API could not record it; the next document tries again */
async function recordChoice(
  { id, accepted }: StoredChoice,
  refused: readonly EnabledAnalyticsService[],
  revision: number,
): Promise<boolean> {
  const body = { id, accepted, refused: refused.map(({ app }) => app), revision, textVersion: consentTextVersion };
  return callApi('POST /consent', { body, isBackground: true }).then(
    () => true,
    () => false,
  );
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
  const readChoice = () => readStoredChoice(document.cookie, revision, Date.now());

  const dialog = createLazyDialog({ shell, texts, services, revision, onChoice: () => void applyStoredChoice() }, () =>
    showToast(texts.t('site.error.503.text'), 'failure'),
  );

  const runner = createAnalyticsServiceRunner();
  const applier = createChoiceApplier({
    services,
    revision,
    runner,
    canRunServices: () => !isPersonalDocument && !isFirstPartyPath(window.location.pathname),
    readChoice,
    markRecorded: dialog.markRecorded,
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
  const removeListener = openSettingsOnClick(() => void dialog.openSettings());

  return {
    showPage(pathname, page) {
      const choice = readChoice();
      // The visitor may have withdrawn the consent in another tab, or returned to a personal page through the history.
      const isReloadNeeded = applier.isWithdrawal(isFirstPartyPath(pathname) ? null : choice);
      if (isReloadNeeded) return window.location.reload();
      runner.showPage(toTrackedPage(shell.site, pathname, page));
      reportFirstPage();
      // Services that were allowed on a personal page start on the next page of the shop.
      if (choice?.isRecorded) void applier.apply(choice);
      const isBannerNeeded = !isPersonalDocument && !legalPaths.includes(pathname) && choice === null;
      if (isBannerNeeded || dialog.isRequested()) void dialog.setBannerVisible(isBannerNeeded);
    },
    stop() {
      removeListener();
      stopEvents();
    },
  };
}
