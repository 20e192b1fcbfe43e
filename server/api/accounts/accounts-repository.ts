import { and, asc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { normalizeEmail } from '#shared/email.ts';
import type { Lang } from '#shared/languages.ts';
import { accountClosureRequests, type PendingRegistration, users } from './accounts-tables.ts';

export type UserRow = typeof users.$inferSelect;

/** Normalises an email address for comparison: addresses that differ only in letter case belong to the same account. */
export const toEmailKey = (email: string): string => normalizeEmail(email).toLowerCase();

export async function findUserByEmail(tx: SiteTx, email: string): Promise<UserRow | null> {
  const [row] = await tx
    .select()
    .from(users)
    .where(eq(users.emailKey, toEmailKey(email)));
  return row ?? null;
}

export async function findUserById(tx: SiteTx, id: number): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(eq(users.id, id));
  return row ?? null;
}

/** Finds an account by its email address, and locks it until the transaction ends. */
export async function lockUserRowByEmail(tx: SiteTx, email: string): Promise<UserRow | null> {
  const [row] = await tx
    .select()
    .from(users)
    .where(eq(users.emailKey, toEmailKey(email)))
    .for('update');
  return row ?? null;
}

export async function lockUserRowById(tx: SiteTx, id: number): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('update');
  return row ?? null;
}

/** @returns The id of the account, or null if the email address already has an account. */
export async function insertPendingAccount(
  tx: SiteTx,
  email: string,
  registration: PendingRegistration,
): Promise<number | null> {
  const { newsletter: _newsletter, network: _network, termsAcceptedAt, ...profile } = registration;
  const [row] = await tx
    .insert(users)
    .values({
      ...profile,
      email,
      emailKey: toEmailKey(email),
      role: 'MEMBER',
      termsAcceptedAt: new Date(termsAcceptedAt),
    })
    .onConflictDoNothing()
    .returning({ id: users.id });
  return row?.id ?? null;
}

/**
 * Activates a pending account with the data of its registration, or returns false if the account is already active.
 */
export async function activateAccount(tx: SiteTx, id: number, registration: PendingRegistration): Promise<boolean> {
  const { newsletter: _newsletter, network: _network, termsAcceptedAt, ...profile } = registration;
  const activated = await tx
    .update(users)
    .set({ ...profile, termsAcceptedAt: new Date(termsAcceptedAt), activatedAt: sql`now()`, lastActiveAt: sql`now()` })
    .where(and(eq(users.id, id), isNull(users.activatedAt)))
    .returning({ id: users.id });
  return activated.length > 0;
}

/**
 * Records the time of a log-in, and locks the account until the transaction ends.
 * @param knownHash The password hash that was verified during this log-in.
 * @param newHash A new hash of the same password if the configured hashing cost has changed; null keeps the stored one.
 * @returns The current second factor of the account; null if the account was deleted, or its password changed, since
 * `knownHash` was read.
 */
export async function recordLogin(tx: SiteTx, id: number, knownHash: string, newHash: string | null) {
  const [row] = await tx
    .update(users)
    .set({ lastActiveAt: sql`now()`, ...(newHash && { passwordHash: newHash }) })
    .where(and(eq(users.id, id), eq(users.passwordHash, knownHash), isNotNull(users.activatedAt)))
    .returning({ secondFactor: users.secondFactor });
  return row ?? null;
}

/** Sets the password of an account whose email address is verified, and thereby activates a pending account. */
export const activateWithPassword = (tx: SiteTx, id: number, passwordHash: string) =>
  tx
    .update(users)
    .set({ passwordHash, activatedAt: sql`coalesce(${users.activatedAt}, now())` })
    .where(eq(users.id, id));

/** @returns False if the stored hash has changed since `knownHash` was read. */
export async function replacePasswordHash(
  tx: SiteTx,
  id: number,
  knownHash: string,
  newHash: string,
): Promise<boolean> {
  const replaced = await tx
    .update(users)
    .set({ passwordHash: newHash })
    .where(and(eq(users.id, id), eq(users.passwordHash, knownHash)))
    .returning({ id: users.id });
  return replaced.length > 0;
}

export const saveSecondFactor = (tx: SiteTx, id: number, secondFactor: UserRow['secondFactor']) =>
  tx.update(users).set({ secondFactor }).where(eq(users.id, id));

type UserProfile = Pick<UserRow, 'firstname' | 'lastname' | 'phone' | 'birthdate'>;

export const saveUserProfile = (tx: SiteTx, id: number, profile: UserProfile) =>
  tx.update(users).set(profile).where(eq(users.id, id));

/** Locks the active SUPER_ADMIN accounts, ordered by id so that concurrent calls cannot deadlock. */
export const lockSuperAdminRows = (tx: SiteTx) =>
  tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'SUPER_ADMIN'), isNotNull(users.activatedAt)))
    .orderBy(asc(users.id))
    .for('update');

export const deleteUser = (tx: SiteTx, id: number) => tx.delete(users).where(eq(users.id, id));

/** Updates the time of an account's last activity at most once a day, so that most page views need no write. */
export const recordDailyActivity = (tx: SiteTx, id: number) =>
  tx
    .update(users)
    .set({ lastActiveAt: sql`now()` })
    .where(and(eq(users.id, id), lt(users.lastActiveAt, sql`now() - interval '1 day'`)));

/**
 * Locks customer accounts without activity since `before`; staff accounts are never selected. Accounts that another
 * transaction has locked are skipped.
 */
export const lockInactiveCustomerRows = (tx: SiteTx, before: Date, limit: number) =>
  tx
    .select({ id: users.id, email: users.email, emailKey: users.emailKey })
    .from(users)
    .where(and(eq(users.role, 'MEMBER'), lt(users.lastActiveAt, before)))
    .orderBy(asc(users.lastActiveAt))
    .limit(limit)
    .for('update', { skipLocked: true });

/** Deletes accounts that were registered and not confirmed before their activation link expired. */
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

export interface NewActiveAccount {
  email: string;
  passwordHash: string;
  lang: Lang;
}

export const insertSuperAdmin = (tx: SiteTx, { email, passwordHash, lang }: NewActiveAccount) =>
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

export const promoteToSuperAdmin = (tx: SiteTx, id: number) =>
  tx.update(users).set({ role: 'SUPER_ADMIN' }).where(eq(users.id, id));

export const insertAccountClosureRequest = (tx: SiteTx, userId: number, message: string, createdAt: Date) =>
  tx.insert(accountClosureRequests).values({ userId, message, createdAt });

export const readClosureRequests = (tx: SiteTx, userId: number) =>
  tx
    .select({ requestedAt: accountClosureRequests.createdAt, message: accountClosureRequests.message })
    .from(accountClosureRequests)
    .where(eq(accountClosureRequests.userId, userId))
    .orderBy(asc(accountClosureRequests.createdAt), asc(accountClosureRequests.id));

/**
 * Locks a customer's row until the transaction ends. Concurrent calls of one customer, such as a double click,
 * therefore run one after another.
 * @returns Null if the account was deleted.
 */
export async function lockCustomer(tx: SiteTx, userId: number) {
  const [row] = await tx
    .select({
      email: users.email,
      emailKey: users.emailKey,
      firstname: users.firstname,
      lastname: users.lastname,
      birthdate: users.birthdate,
    })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  return row ?? null;
}

export type CheckoutCustomer = NonNullable<Awaited<ReturnType<typeof lockCustomer>>>;

/** Records the time of a customer's activity, and stores the birthdate if the account has none yet. */
export async function recordActivity(tx: SiteTx, userId: number, birthdate: string | null): Promise<void> {
  await tx
    .update(users)
    .set({ lastActiveAt: sql`now()`, birthdate: sql`coalesce(${users.birthdate}, ${birthdate}::date)` })
    .where(eq(users.id, userId));
}
