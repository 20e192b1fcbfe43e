import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { Role } from '#shared/accounts/roles.ts';
import type { Lang } from '#shared/languages.ts';

/** The user of a session, as every route of the contract may read it. */
export interface SessionUser {
  id: number;
  email: string;
  role: Role;
  firstname: string;
  lastname: string;
  phone: string;
  /** `YYYY-MM-DD`. */
  birthdate: string | null;
  lang: Lang;
  tokenHash: string;
}

/** Finds the user of a token; null for a token that is unknown or has expired. The accounts domain provides it. */
export type ReadSession = (tx: SiteTx, token: string) => Promise<SessionUser | null>;
