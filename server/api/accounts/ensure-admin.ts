import { asc, eq, sql } from 'drizzle-orm';
import type { Db } from '#server/api/database/connect.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { isActiveSiteSql, sites } from '#server/api/database/sites-table.ts';
import { defaultLang } from '#shared/languages.ts';
import {
  deleteUser,
  findUserByEmail,
  lockUserRowByEmail,
  type NewActiveAccount,
  toEmailKey,
} from './accounts-repository.ts';
import { users } from './accounts-tables.ts';
import { hashPassword, verifyPasswordAgainstHash } from './passwords.ts';

const insertSuperAdmin = (tx: SiteTx, { email, passwordHash, lang }: NewActiveAccount) =>
  tx
    .insert(users)
    .values({
      email,
      emailKey: toEmailKey(email),
      passwordHash,
      firstname: '',
      lastname: '',
      phone: '',
      birthdate: null,
      role: 'SUPER_ADMIN',
      lang,
      activatedAt: sql`now()`,
    })
    .onConflictDoNothing();

const promoteToSuperAdmin = (tx: SiteTx, id: number) =>
  tx.update(users).set({ role: 'SUPER_ADMIN' }).where(eq(users.id, id));

/** The operator's credentials from the environment variables ADMIN_EMAIL and ADMIN_PASSWORD. */
export interface AdminCredentials {
  email: string;
  password: string;
}

/** Hashes the operator's password at most once, and only if a site needs the account. */
function hashOnce({ password }: AdminCredentials): () => Promise<string> {
  let hash: Promise<string> | undefined;
  return () => {
    hash ??= hashPassword(password, { isQueued: false });
    return hash;
  };
}

/**
 * Ensures that a site has the operator's SUPER_ADMIN account. An existing active account with the email address is
 * promoted and keeps its password. An unconfirmed registration is replaced, because a stranger may have chosen its
 * password.
 */
export async function ensureAdmin(
  db: Db,
  siteId: number,
  admin: AdminCredentials,
  hash: () => Promise<string> = hashOnce(admin),
): Promise<void> {
  const existing = await withSiteTransaction(db, siteId, (tx) => findUserByEmail(tx, admin.email));
  if (existing?.role === 'SUPER_ADMIN' && existing.activatedAt) return;
  const passwordHash = existing?.activatedAt ? null : await hash();
  await withSiteTransaction(db, siteId, async (tx) => {
    const [site] = await tx.select({ lang: sites.defaultLang }).from(sites).where(eq(sites.id, siteId));
    const user = await lockUserRowByEmail(tx, admin.email);
    if (user?.activatedAt) return promoteToSuperAdmin(tx, user.id);
    if (user) await deleteUser(tx, user.id);
    if (passwordHash === null) throw new Error('the administrator account was deleted concurrently');
    return insertSuperAdmin(tx, { email: admin.email, passwordHash, lang: site?.lang ?? defaultLang });
  });
}

/** Maximum number of sites that are checked, because each check verifies a password hash, which is slow. */
const maxCheckedSites = 20;

/**
 * Finds sites whose account of ADMIN_EMAIL has another password than ADMIN_PASSWORD. Existing accounts keep their
 * password, so an operator who changes the variable needs a warning.
 * @returns The ids of such sites among the first that are checked.
 */
export async function findOtherAdminPasswords(db: Db, admin: AdminCredentials): Promise<number[]> {
  const rows = await db
    .select({ id: sites.id })
    .from(sites)
    .where(isActiveSiteSql)
    .orderBy(asc(sites.id))
    .limit(maxCheckedSites);
  const found: number[] = [];
  for (const { id } of rows) {
    const account = await withSiteTransaction(db, id, (tx) => findUserByEmail(tx, admin.email));
    if (account?.activatedAt && !(await verifyPasswordAgainstHash(admin.password, account.passwordHash)))
      found.push(id);
  }
  return found;
}

/**
 * Ensures the administrator account of every site that is not removed, one site after another. Stops early once
 * `isCancelled` returns true.
 */
export async function ensureAdmins(
  db: Db,
  admin: AdminCredentials,
  isCancelled: () => boolean = () => false,
): Promise<void> {
  const hash = hashOnce(admin);
  for (const { id } of await db.select({ id: sites.id }).from(sites).where(isActiveSiteSql)) {
    if (isCancelled()) return;
    await ensureAdmin(db, id, admin, hash);
  }
}
