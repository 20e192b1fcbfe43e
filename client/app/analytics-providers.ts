import type { AnalyticsProvider } from '#client/core/analytics/analytics-provider.ts';

/** The analytics services of the platform. Add new ones here; see docs/how-to/add-an-analytics-provider.md. */
export const analyticsProviders: readonly AnalyticsProvider[] = [];
