import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { SiteRecord } from '#server/api/tenancy/site-registry.ts';
import type { Role } from '#shared/accounts/roles.ts';
import type { Lang } from '#shared/languages.ts';
import type { PickLocalizedText } from './contract-route.ts';
import type { ServerTextKey } from './server-texts.ts';

/** The site, language and time of a call, for functions whose result contains texts for the caller. */
export interface RequestContext {
  site: SiteRecord;
  lang: Lang;
  /** The time of the call in milliseconds since 1970. */
  now: number;
  translate: (text: ServerTextKey, values?: Readonly<Record<string, string | number>>) => string;
  pickLanguage: PickLocalizedText;
}

/** The logged-in user of an API call. */
export interface SessionUser {
  id: number;
  email: string;
  role: Role;
  firstname: string;
  lastname: string;
  phone: string;
  /** The birthdate as `YYYY-MM-DD`; null if unknown. */
  birthdate: string | null;
  lang: Lang;
  tokenHash: string;
}

/**
 * Finds the user of a session token; null if the token is unknown or expired. The accounts domain implements this type,
 * because the contract code must not depend on domains.
 */
export type ReadUserOfSessionToken = (tx: SiteTx, token: string) => Promise<SessionUser | null>;
