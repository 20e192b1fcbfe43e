import { allowedServices } from '#client/core/allowed-services.ts';
import { callApi } from '#client/core/call-api.ts';
import type { EnabledService } from '#shared/consent/analytics-services.ts';
import { consentTextVersion } from '#shared/consent/consent-rules.ts';
import { eraseServiceCookies } from './erase-service-cookies.ts';
import type { ServiceRunner } from './run-services.ts';
import type { StoredChoice } from './stored-choice.ts';

interface ChoiceApplierOptions {
  services: readonly EnabledService[];
  revision: number;
  runner: ServiceRunner;
  /** False for a document whose policy allows no third parties. */
  canRunServices: boolean;
  /** Stores in the browser that the proof of the choice is recorded. */
  markRecorded: (choice: StoredChoice) => Promise<void>;
}

export interface ChoiceApplier {
  /** Applies a choice: refusals at once, consent as soon as its proof is recorded. */
  apply(choice: StoredChoice): Promise<void>;
  /** True if a service is running that `choice` does not allow. */
  isWithdrawal(choice: StoredChoice | null): boolean;
}

export function createChoiceApplier(options: ChoiceApplierOptions): ChoiceApplier {
  const { services, revision, runner, canRunServices, markRecorded } = options;
  let running: readonly EnabledService[] = [];
  const isWithdrawal = (choice: StoredChoice | null) => !running.every(({ app }) => choice?.accepted.includes(app));

  const start = (accepted: readonly EnabledService[]) => {
    allowedServices.isAny = accepted.length > 0;
    if (!canRunServices) return;
    running = accepted;
    runner.start(accepted);
  };

  return {
    isWithdrawal,
    async apply(choice) {
      const isWithdrawn = isWithdrawal(choice);
      if (isWithdrawn) runner.stop();
      const refused = services.filter(({ app }) => !choice.accepted.includes(app));
      eraseServiceCookies(refused.flatMap(({ cookies }) => cookies));
      const isRecorded = choice.isRecorded || (await recordChoice(choice, refused, revision));
      if (isRecorded && !choice.isRecorded) await markRecorded(choice);
      // Scripts that have run cannot be unloaded, so only a reload reliably stops the services.
      if (isWithdrawn) window.location.reload();
      else if (isRecorded) start(services.filter(({ app }) => choice.accepted.includes(app)));
    },
  };
}

/** Records the proof of a choice. @returns false if the API could not record it; the next document tries again */
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
