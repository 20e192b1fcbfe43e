import type { CspSources } from '#shared/csp-sources.ts';
import type { ConsentCategory } from './consent.ts';

/** The module of a provider. It is loaded only after the visitor's consent. */
export interface AnalyticsModule {
  start(id: string): void;
}

/** An analytics service that estates can use. */
export interface AnalyticsProvider {
  /** The external application whose public configuration contains the estate's `id`, such as `WEB_ANALYTICS`. */
  app: string;
  /** The category that the visitor must allow. */
  consent: ConsentCategory;
  /** Origins that the service loads from. They are in the policy of every page of the estates that have an id. */
  policySources: CspSources;
  load(): Promise<AnalyticsModule>;
}

/** External application → id of the estate. */
export type ExternalServiceIds = Readonly<Record<string, string>>;

export const findEnabledAnalyticsProviders = (providers: readonly AnalyticsProvider[], ids: ExternalServiceIds) =>
  providers.flatMap((provider) => {
    const id = ids[provider.app];
    return id ? [{ provider, id }] : [];
  });
