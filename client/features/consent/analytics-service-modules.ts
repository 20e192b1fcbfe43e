import type { AnalyticsServiceKey } from '#shared/consent/analytics-services.ts';
import type { AnalyticsServiceModule } from './tracking/running-analytics-service.ts';

/** The modules of the services in `analyticsServices`; see docs/how-to/add-an-analytics-provider.md. */
export const analyticsServiceModules: Readonly<Record<AnalyticsServiceKey, () => Promise<AnalyticsServiceModule>>> = {
  WEB_ANALYTICS: () => import('./services/google-analytics.ts'),
  SECOND_ANALYTICS: () => import('./services/matomo.ts'),
  PRIVACY_ANALYTICS: () => import('./services/plausible.ts'),
  ADS: () => import('./services/google-ads.ts'),
  SOCIAL_PIXEL: () => import('./services/meta-pixel.ts'),
};
