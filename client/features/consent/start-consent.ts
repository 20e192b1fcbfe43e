import { allowedServices } from '#client/core/analytics/allowed-services.ts';
import { shopEvents } from '#client/core/analytics/shop-events.ts';
import { callApi } from '#client/core/call-api.ts';
import type { PageResult } from '#client/core/page-result.ts';
import { findPathOfPageKind, type SiteShell } from '#client/core/site-shell.ts';
import { type EnabledService, findEnabledServices } from '#shared/consent/analytics-services.ts';
import { computeConsentRevision } from '#shared/consent/consent-revision.ts';
import { consentTextVersion } from '#shared/consent/consent-rules.ts';
import type { PageTexts } from '#shared/texts.ts';
import type { ConsentDialog } from './dialog/create-consent-dialog.ts';
import { eraseServiceCookies } from './erase-service-cookies.ts';
import { createServiceRunner } from './run-services.ts';
import { readStoredChoice, type StoredChoice } from './stored-choice.ts';
import { toTrackedPage } from './tracked-page.ts';

export interface ConsentController {
  /** Called for every page that this document shows. */
  showPage(pathname: string, page: PageResult): void;
  stop(): void;
}

/** Visitors read these pages in order to decide, so the banner does not cover them. */
const legalKinds = ['LEGAL_NOTICE', 'SALE_TERMS', 'USE_TERMS', 'PRIVACY_POLICY', 'COOKIE_POLICY'];

interface ConsentOptions {
  /** True for a document that began as the page of one customer. Its policy allows no third parties. */
  isPersonalDocument: boolean;
}

/**
 * Asks for a choice about cookies if there is none, runs the services that the visitor allows, and opens the settings
 * when a link with the attribute `data-consent` is clicked.
 */
export function startConsent(
  shell: SiteShell,
  texts: PageTexts,
  { isPersonalDocument }: ConsentOptions,
): ConsentController {
  const services = findEnabledServices(shell.externalIds);
  const revision = computeConsentRevision(services);
  const legalPaths = legalKinds.map((kind) => findPathOfPageKind(shell, kind));
  const runner = createServiceRunner();
  const readChoice = () => readStoredChoice(document.cookie, revision, Date.now());
  let running: readonly EnabledService[] = [];

  let dialog: Promise<ConsentDialog> | undefined;
  const loadDialog = () => {
    dialog ??= import('./dialog/create-consent-dialog.ts').then(({ createConsentDialog }) =>
      createConsentDialog({ shell, texts, services, revision, onChoice }),
    );
    return dialog;
  };

  const start = (accepted: readonly EnabledService[]) => {
    allowedServices.isAny = accepted.length > 0;
    if (isPersonalDocument) return;
    running = accepted;
    runner.start(accepted);
  };

  /** Applies a choice: refusals at once, consent as soon as its proof is recorded. */
  async function apply(choice: StoredChoice): Promise<void> {
    const isAccepted = ({ app }: EnabledService) => choice.accepted.includes(app);
    const isWithdrawal = !running.every(isAccepted);
    if (isWithdrawal) runner.stop();
    const refused = services.filter((service) => !isAccepted(service));
    eraseServiceCookies(refused.flatMap(({ cookies }) => cookies));
    const isRecorded = choice.isRecorded || (await recordChoice(choice, refused, revision));
    if (isRecorded && !choice.isRecorded) (await loadDialog()).markRecorded(choice.chosenAt);
    // Code that has run cannot be removed from a document, so that services stop for certain only in a new one.
    if (isWithdrawal) window.location.reload();
    else if (isRecorded) start(services.filter(isAccepted));
  }

  function onChoice(): void {
    const choice = readChoice();
    // Without cookies a choice cannot be stored, so no service runs.
    if (choice) void apply(choice);
  }

  const openSettings = (event: MouseEvent) => {
    if (!(event.target instanceof Element) || !event.target.closest('[data-consent]')) return;
    event.preventDefault();
    void loadDialog().then((loaded) => loaded.openSettings());
  };
  document.addEventListener('click', openSettings, true);
  const unsubscribe = shopEvents.subscribe(runner.trackEvent);
  onChoice();

  return {
    showPage(pathname, page) {
      runner.showPage(toTrackedPage(shell.site, pathname, page));
      const isBannerNeeded = !isPersonalDocument && !legalPaths.includes(pathname) && readChoice() === null;
      if (isBannerNeeded || dialog) void loadDialog().then((loaded) => loaded.setBannerVisible(isBannerNeeded));
    },
    stop() {
      document.removeEventListener('click', openSettings, true);
      unsubscribe();
    },
  };
}

/** Records the proof of a choice. @returns false if the API could not record it, so that it is tried again later */
async function recordChoice(
  { id, accepted }: StoredChoice,
  refused: readonly EnabledService[],
  revision: number,
): Promise<boolean> {
  const body = { id, accepted, refused: refused.map(({ app }) => app), revision, textVersion: consentTextVersion };
  return callApi('POST /consent', { body }).then(
    () => true,
    () => false,
  );
}
