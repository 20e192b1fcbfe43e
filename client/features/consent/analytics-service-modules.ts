import type { AnalyticsServiceKey } from '#shared/consent/analytics-services.ts';
import type { RunningAnalyticsService } from './tracking/running-analytics-service.ts';

/** The module of an analytics service. It is loaded only after the visitor's consent. */
interface AnalyticsServiceModule {
  /** @param id the estate's id at the service, which matches the service's `idPattern` */
  start(id: string): RunningAnalyticsService;
}

/** The modules of the services in `analyticsServices`; see docs/how-to/add-an-analytics-provider.md. */
export const analyticsServiceModules: Readonly<Record<AnalyticsServiceKey, () => Promise<AnalyticsServiceModule>>> = {
  WEB_ANALYTICS: () => import('./services/google-analytics.ts'),
  SECOND_ANALYTICS: () => import('./services/matomo.ts'),
  PRIVACY_ANALYTICS: () => import('./services/plausible.ts'),
  ADS: () => import('./services/google-ads.ts'),
  SOCIAL_PIXEL: () => import('./services/meta-pixel.ts'),
};
