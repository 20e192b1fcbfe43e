import { type AnalyticsServiceKey, analyticsServiceKeys } from '#shared/consent/analytics-services.ts';

/** The cookie in which vanilla-cookieconsent stores the visitor's choice. */
export const consentCookieName = 'consent';

export interface StoredChoice {
  /** Random id of the choice, under which the API records it. */
  id: string;
  accepted: AnalyticsServiceKey[];
  /** The time of the choice in ISO 8601. */
  chosenAt: string;
  /** True once the API has recorded the choice. Services start only then. */
  isRecorded: boolean;
}

function parseCookie(cookies: string): Record<string, unknown> | null {
  const value = cookies.split('; ').find((cookie) => cookie.startsWith(`${consentCookieName}=`));
  try {
    const parsed: unknown = JSON.parse(decodeURIComponent(value?.slice(consentCookieName.length + 1) ?? ''));
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : null;
  } catch {
    // A cookie that was cut off or changed counts as no choice.
    return null;
  }
}

/** Reads the choice from the cookies of the document; null if there is none that is valid for `revision`. */
export function readStoredChoice(cookies: string, revision: number, now: number): StoredChoice | null {
  const cookie = parseCookie(cookies);
  if (!cookie || cookie.revision !== revision || !(Number(cookie.expirationTime) > now)) return null;
  const { consentId, services, lastConsentTimestamp, data } = cookie;
  if (typeof consentId !== 'string' || typeof lastConsentTimestamp !== 'string') return null;
  const accepted = Object.values(services ?? {}).flat();
  const recorded = (data as { recorded?: unknown } | null)?.recorded;
  return {
    id: consentId,
    accepted: analyticsServiceKeys.filter((app) => accepted.includes(app)),
    chosenAt: lastConsentTimestamp,
    isRecorded: recorded === lastConsentTimestamp,
  };
}
