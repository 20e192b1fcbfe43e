import { and, asc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { Lang } from '#shared/languages.ts';
import { closureRequests, type Registration, users } from './accounts-tables.ts';

export type UserRow = typeof users.$inferSelect;

/** What tells one account from another: nobody has two addresses that differ by capitals alone. */
export const emailKeyOf = (email: string): string => email.trim().toLowerCase();

export async function findByEmail(tx: SiteTx, email: string): Promise<UserRow | null> {
  const [row] = await tx
    .select()
    .from(users)
    .where(eq(users.emailKey, emailKeyOf(email)));
  return row ?? null;
}

/** The same, and nobody else changes the account until this transaction ends. */
export async function lockByEmail(tx: SiteTx, email: string): Promise<UserRow | null> {
  const [row] = await tx
    .select()
    .from(users)
    .where(eq(users.emailKey, emailKeyOf(email)))
    .for('update');
  return row ?? null;
}

export async function lockById(tx: SiteTx, id: number): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('update');
  return row ?? null;
}

/** An account that nobody can use yet; null where the address has one already. */
export async function insertPendingAccount(
  tx: SiteTx,
  email: string,
  registration: Registration,
): Promise<number | null> {
  const { newsletter: _later, termsAcceptedAt, ...own } = registration;
  const [row] = await tx
    .insert(users)
    .values({ ...own, email, emailKey: emailKeyOf(email), role: 'MEMBER', termsAcceptedAt: new Date(termsAcceptedAt) })
    .onConflictDoNothing()
    .returning({ id: users.id });
  return row?.id ?? null;
}

/** Opens a pending account with what was registered; false where it is open already. */
export async function activateAccount(tx: SiteTx, id: number, registration: Registration): Promise<boolean> {
  const { newsletter: _apart, termsAcceptedAt, ...own } = registration;
  const opened = await tx
    .update(users)
    .set({ ...own, termsAcceptedAt: new Date(termsAcceptedAt), activatedAt: sql`now()`, lastActiveAt: sql`now()` })
    .where(and(eq(users.id, id), isNull(users.activatedAt)))
    .returning({ id: users.id });
  return opened.length > 0;
}

/**
 * Notes a log-in, unless the account or its password has changed since `knownHash` was read: false. `newHash` replaces
 * the hash of the same password where its cost has changed.
 */
export async function recordLogIn(tx: SiteTx, id: number, knownHash: string, newHash: string | null): Promise<boolean> {
  const noted = await tx
    .update(users)
    .set({ lastActiveAt: sql`now()`, ...(newHash && { passwordHash: newHash }) })
    .where(and(eq(users.id, id), eq(users.passwordHash, knownHash), isNotNull(users.activatedAt)))
    .returning({ id: users.id });
  return noted.length > 0;
}

/** Whoever may set a password has shown that the address is theirs: a pending account is open from here on. */
export const setPassword = (tx: SiteTx, id: number, passwordHash: string) =>
  tx
    .update(users)
    .set({ passwordHash, activatedAt: sql`coalesce(${users.activatedAt}, now())` })
    .where(eq(users.id, id));

/** Changes the password where it still is what was compared; false where somebody was faster. */
export async function replacePassword(tx: SiteTx, id: number, knownHash: string, newHash: string): Promise<boolean> {
  const replaced = await tx
    .update(users)
    .set({ passwordHash: newHash })
    .where(and(eq(users.id, id), eq(users.passwordHash, knownHash)))
    .returning({ id: users.id });
  return replaced.length > 0;
}

export type Profile = Pick<UserRow, 'firstname' | 'lastname' | 'phone' | 'birthdate'>;

export const saveProfile = (tx: SiteTx, id: number, profile: Profile) =>
  tx.update(users).set(profile).where(eq(users.id, id));

/** The accounts of a role that can be used, each of them locked, in the order of their numbers. */
export const lockSuperAdmins = (tx: SiteTx) =>
  tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'SUPER_ADMIN'), isNotNull(users.activatedAt)))
    .orderBy(asc(users.id))
    .for('update');

export const deleteUser = (tx: SiteTx, id: number) => tx.delete(users).where(eq(users.id, id));

/** Notes that a customer looks around, once a day at most: the next page writes nothing. */
export const touchDaily = (tx: SiteTx, id: number) =>
  tx
    .update(users)
    .set({ lastActiveAt: sql`now()` })
    .where(and(eq(users.id, id), lt(users.lastActiveAt, sql`now() - interval '1 day'`)));

/** Customers, never staff, who have done nothing since `before`; locked, and those whom others hold left for later. */
export const lockInactiveCustomers = (tx: SiteTx, before: Date, limit: number) =>
  tx
    .select({ id: users.id, email: users.email, emailKey: users.emailKey })
    .from(users)
    .where(and(eq(users.role, 'MEMBER'), lt(users.lastActiveAt, before)))
    .orderBy(asc(users.lastActiveAt))
    .limit(limit)
    .for('update', { skipLocked: true });

/** Registrations that nobody has confirmed while their links lived. */
export const deleteUnconfirmedAccounts = (tx: SiteTx, before: Date) =>
  tx
    .delete(users)
    .where(
      and(
        isNull(users.activatedAt),
        lt(users.createdAt, before),
        sql`not exists (select from link_tokens where link_tokens.site_id = ${users.siteId} and link_tokens.user_id = ${users.id})`,
      ),
    );

export interface NewAdmin {
  email: string;
  passwordHash: string;
  lang: Lang;
}

export const insertAdmin = (tx: SiteTx, { email, passwordHash, lang }: NewAdmin) =>
  tx
    .insert(users)
    .values({
      email,
      emailKey: emailKeyOf(email),
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

export const promoteToSuperAdmin = (tx: SiteTx, id: number) =>
  tx.update(users).set({ role: 'SUPER_ADMIN' }).where(eq(users.id, id));

export const insertClosureRequest = (tx: SiteTx, userId: number, message: string, createdAt: Date) =>
  tx.insert(closureRequests).values({ userId, message, createdAt });

export const readClosureRequests = (tx: SiteTx, userId: number) =>
  tx
    .select({ askedAt: closureRequests.createdAt, message: closureRequests.message })
    .from(closureRequests)
    .where(eq(closureRequests.userId, userId))
    .orderBy(asc(closureRequests.createdAt), asc(closureRequests.id));
