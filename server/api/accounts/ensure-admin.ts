import { eq } from 'drizzle-orm';
import type { Db } from '#server/api/database/connect.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { defaultLang } from '#shared/languages.ts';
import { deleteUser, findByEmail, insertAdmin, lockByEmail, promoteToSuperAdmin } from './accounts-repository.ts';
import { hashPassword } from './password-hash.ts';

/** ADMIN_EMAIL and ADMIN_PASSWORD. */
export interface AdminSettings {
  email: string;
  password: string;
}

/** Answers the hash of the settings' password: computed once, and only where a site needs it. */
function hashOnce({ password }: AdminSettings): () => Promise<string> {
  let hash: Promise<string> | undefined;
  return () => {
    hash ??= hashPassword(password, { isQueued: false });
    return hash;
  };
}

/**
 * Sees to it that a site has the operator's SUPER_ADMIN. Somebody who has an account with this address is promoted and
 * keeps the password. A registration that nobody has confirmed is replaced: its password may be anybody's.
 */
export async function ensureAdmin(
  db: Db,
  siteId: number,
  admin: AdminSettings,
  hash: () => Promise<string> = hashOnce(admin),
): Promise<void> {
  const known = await withSiteTransaction(db, siteId, (tx) => findByEmail(tx, admin.email));
  if (known?.role === 'SUPER_ADMIN' && known.activatedAt) return;
  const passwordHash = known?.activatedAt ? null : await hash();
  await withSiteTransaction(db, siteId, async (tx) => {
    const [site] = await tx.select({ lang: sites.defaultLang }).from(sites).where(eq(sites.id, siteId));
    const user = await lockByEmail(tx, admin.email);
    if (user?.activatedAt) return promoteToSuperAdmin(tx, user.id);
    if (user) await deleteUser(tx, user.id);
    if (passwordHash === null) throw new Error('the account of the administrator was deleted meanwhile');
    return insertAdmin(tx, { email: admin.email, passwordHash, lang: site?.lang ?? defaultLang });
  });
}

/** The same for every site that there is, one after another; ends early once `isOver`. */
export async function ensureAdmins(db: Db, admin: AdminSettings, isOver: () => boolean = () => false): Promise<void> {
  const hash = hashOnce(admin);
  for (const { id } of await db.select({ id: sites.id }).from(sites)) {
    if (isOver()) return;
    await ensureAdmin(db, id, admin, hash);
  }
}
