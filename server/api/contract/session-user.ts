import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { Role } from '#shared/accounts/roles.ts';
import type { Lang } from '#shared/languages.ts';

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
