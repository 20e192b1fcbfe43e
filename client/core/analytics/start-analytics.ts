import {
  type AnalyticsProvider,
  type ExternalServiceIds,
  findEnabledAnalyticsProviders,
} from './analytics-provider.ts';
import { consentChannel } from './consent.ts';

/**
 * Starts each analytics provider for which the estate has an id, once the visitor allows its category.
 * @returns a function that stops waiting for consent
 */
export function startAnalytics(providers: readonly AnalyticsProvider[], ids: ExternalServiceIds): () => void {
  const started = new Set<string>();
  return consentChannel.subscribe((categories) => {
    for (const { provider, id } of findEnabledAnalyticsProviders(providers, ids)) {
      if (started.has(provider.app) || !categories.includes(provider.consent)) continue;
      started.add(provider.app);
      provider.load().then(
        (module) => module.start(id),
        // Browser extensions often block analytics modules. The error is ignored, because the page works without them.
        () => started.delete(provider.app),
      );
    }
  });
}
