import type { CspSources } from '#shared/csp-sources.ts';
import type { ConsentCategory } from './consent.ts';

/** The module of an analytics provider. It is loaded only after the visitor's consent. */
export interface AnalyticsModule {
  start(id: string): void;
}

/** An analytics service that estates can use on their pages. */
export interface AnalyticsProvider {
  /**
   * The external application whose public configuration contains the estate's id at the service, such as
   * `WEB_ANALYTICS`.
   */
  app: string;
  /** The category of consent without which the service is not started. */
  consent: ConsentCategory;
  /**
   * Third-party origins that the service loads from. They are in the content security policy of every page of an estate
   * that uses the service.
   */
  policySources: CspSources;
  load(): Promise<AnalyticsModule>;
}

/** The estate's ids at external services, by external application. */
export type ExternalServiceIds = Readonly<Record<string, string>>;

export const findEnabledAnalyticsProviders = (providers: readonly AnalyticsProvider[], ids: ExternalServiceIds) =>
  providers.flatMap((provider) => {
    const id = ids[provider.app];
    return id ? [{ provider, id }] : [];
  });
