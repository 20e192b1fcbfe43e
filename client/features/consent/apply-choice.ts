import { analyticsConsent } from '#client/core/analytics-consent.ts';
import { callApi } from '#client/core/call-api.ts';
import type { EnabledAnalyticsService } from '#shared/consent/analytics-services.ts';
import { consentTextVersion } from '#shared/consent/consent-rules.ts';
import type { AnalyticsServiceRunner } from './analytics-service-runner.ts';
import type { StoredChoice } from './choice/stored-choice.ts';
import { eraseCookiesByNamePatterns } from './erase-cookies-by-name-patterns.ts';

/**
 * Maximum time in milliseconds by which a withdrawal of consent delays the reload, so that the API can store the
 * consent record.
 */
const maxWithdrawalDelayMs = 500;

interface ChoiceApplierOptions {
  services: readonly EnabledAnalyticsService[];
  revision: number;
  runner: AnalyticsServiceRunner;
  /** Returns false in a document whose policy allows no third parties, and while a personal page is shown. */
  canRunServices: () => boolean;
  /** Reads the choice that the browser stores at present. */
  readChoice: () => StoredChoice | null;
  /** Stores in the browser that the API has recorded the choice. */
  markRecorded: (choice: StoredChoice) => Promise<void>;
}

export interface ChoiceApplier {
  /** Applies a choice: refusals at once, consent as soon as the API has recorded it. */
  apply(choice: StoredChoice): Promise<void>;
  /** True if a service is running that `choice` does not allow. */
  isWithdrawal(choice: StoredChoice | null): boolean;
}

export function createChoiceApplier(options: ChoiceApplierOptions): ChoiceApplier {
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

/**
 * Records a choice as a consent record.
 * @returns false if the API could not record it; the next document tries again
 */
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
