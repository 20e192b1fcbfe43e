import type { CspSources } from '#shared/csp-sources.ts';

/** Purposes for which a visitor allows or refuses services. */
export const consentCategories = ['statistics', 'marketing'] as const;
type ConsentCategory = (typeof consentCategories)[number];

/** An external service that measures visits or advertising. It may run only after the visitor's consent. */
export interface AnalyticsService {
  name: string;
  company: string;
  category: ConsentCategory;
  idPattern: RegExp;
  idExample: string;
  /** Patterns of the names of the cookies that the service sets on the estate's domain. */
  cookies: readonly RegExp[];
  /** Returns the third-party origins that the service loads from and sends to. */
  policySources: (id: string) => CspSources;
}

const googleTagOrigin = 'https://www.googletagmanager.com';
const googleAdsOrigins = [
  'https://www.google.com',
  'https://www.googleadservices.com',
  'https://googleads.g.doubleclick.net',
  'https://pagead2.googlesyndication.com',
];

/**
 * The analytics services of the platform. The key is the external application whose public configuration contains the
 * estate's id at the service; see docs/how-to/add-an-analytics-provider.md.
 */
export const analyticsServices = {
  WEB_ANALYTICS: {
    name: 'Google Analytics',
    company: 'Google Ireland Ltd',
    category: 'statistics',
    idPattern: /^G-[A-Z0-9]{4,20}$/,
    idExample: 'G-ABC1234567',
    cookies: [/^_ga(_|$)/, /^_gid$/, /^_gat/],
    policySources: () => ({
      script: [googleTagOrigin],
      connect: ['https://*.google-analytics.com', 'https://*.analytics.google.com', googleTagOrigin],
      img: ['https://*.google-analytics.com', googleTagOrigin],
    }),
  },
  SECOND_ANALYTICS: {
    name: 'Matomo',
    company: 'Matomo',
    category: 'statistics',
    // The id consists of the host of the estate's Matomo server and the number of the site on it.
    idPattern: /^[a-z0-9-]+(\.[a-z0-9-]+)+\/\d{1,6}$/,
    idExample: 'stats.example.com/1',
    cookies: [/^_pk_/, /^mtm_/, /^MATOMO_SESSID$/],
    policySources: (id) => {
      const origin = `https://${id.split('/')[0]}`;
      return { script: [origin], connect: [origin], img: [origin] };
    },
  },
  PRIVACY_ANALYTICS: {
    name: 'Plausible',
    company: 'Plausible Insights OÜ',
    category: 'statistics',
    // The id is the domain under which Plausible counts the site.
    idPattern: /^[a-z0-9-]+(\.[a-z0-9-]+)+$/,
    idExample: 'www.example.com',
    cookies: [],
    policySources: () => ({ script: ['https://plausible.io'], connect: ['https://plausible.io'] }),
  },
  ADS: {
    name: 'Google Ads',
    company: 'Google Ireland Ltd',
    category: 'marketing',
    // The id consists of the account and the label of the conversion that stands for an order.
    idPattern: /^AW-\d{6,12}\/[\w-]{4,40}$/,
    idExample: 'AW-123456789/AbCdEfGhIj',
    cookies: [/^_gcl_/, /^_gac_/],
    policySources: () => ({
      script: [googleTagOrigin, ...googleAdsOrigins],
      connect: [googleTagOrigin, 'https://google.com', ...googleAdsOrigins],
      img: [googleTagOrigin, ...googleAdsOrigins],
      frame: [googleTagOrigin],
    }),
  },
  SOCIAL_PIXEL: {
    name: 'Meta Pixel',
    company: 'Meta Platforms Ireland Ltd',
    category: 'marketing',
    idPattern: /^\d{10,20}$/,
    idExample: '123456789012345',
    cookies: [/^_fbp$/, /^_fbc$/],
    policySources: () => ({
      script: ['https://connect.facebook.net'],
      connect: ['https://www.facebook.com'],
      img: ['https://www.facebook.com'],
    }),
  },
} as const satisfies Record<string, AnalyticsService>;

export type AnalyticsServiceKey = keyof typeof analyticsServices;
export const analyticsServiceKeys = Object.keys(analyticsServices) as [AnalyticsServiceKey, ...AnalyticsServiceKey[]];

const isAnalyticsServiceKey = (app: string): app is AnalyticsServiceKey => Object.hasOwn(analyticsServices, app);

/** The estate's ids at external services, by external application. */
export type ExternalServiceIds = Readonly<Record<string, string>>;

export interface EnabledAnalyticsService extends AnalyticsService {
  app: AnalyticsServiceKey;
  id: string;
}

/** Lists the analytics services for which the estate has a valid id, in the order of `analyticsServices`. */
export const listEnabledAnalyticsServices = (ids: ExternalServiceIds): EnabledAnalyticsService[] =>
  analyticsServiceKeys.flatMap((app) => {
    const service: AnalyticsService = analyticsServices[app];
    const id = ids[app] ?? '';
    return service.idPattern.test(id) ? [{ ...service, app, id }] : [];
  });

/**
 * Checks the id in the public configuration of an external application.
 * @returns the reason why the id is invalid; null if it is valid or empty, or if `app` is no analytics service
 */
export function findAnalyticsServiceIdIssue(
  app: string,
  { id = '' }: Readonly<Record<string, unknown>>,
): string | null {
  if (id === '' || !isAnalyticsServiceKey(app)) return null;
  const { name, idPattern, idExample } = analyticsServices[app];
  return typeof id === 'string' && idPattern.test(id) ? null : `must be an id of ${name} such as ${idExample}`;
}
