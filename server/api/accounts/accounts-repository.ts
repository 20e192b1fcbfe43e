import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { runSql, type SiteTx } from '#server/api/database/site-transaction.ts';
import { normalizeEmail } from '#shared/email.ts';
import type { Lang } from '#shared/languages.ts';
import { users } from './accounts-tables.ts';

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

export const saveSecondFactor = (tx: SiteTx, id: number, secondFactor: UserRow['secondFactor']) =>
  tx.update(users).set({ secondFactor }).where(eq(users.id, id));

/** Locks the active SUPER_ADMIN accounts, ordered by id so that concurrent calls cannot deadlock. */
export const lockSuperAdminRows = (tx: SiteTx) =>
  tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'SUPER_ADMIN'), isNotNull(users.activatedAt)))
    .orderBy(asc(users.id))
    .for('update');

export const deleteUser = (tx: SiteTx, id: number) => tx.delete(users).where(eq(users.id, id));

export interface NewActiveAccount {
  email: string;
  passwordHash: string;
  lang: Lang;
}

/**
 * Locks a customer's row until the transaction ends. Concurrent calls of one customer, such as a double click,
 * therefore run one after another.
 * @returns Null if the account was deleted.
 */
export async function lockCustomer(tx: SiteTx, userId: number): Promise<CheckoutCustomer | null> {
  const { rows } = await runSql<CheckoutCustomer>(
    tx,
    `select email, email_key as "emailKey", firstname, lastname, birthdate::text from users where id = $1 for update`,
    [userId],
  );
  return rows[0] ?? null;
}

export interface CheckoutCustomer {
  email: string;
  emailKey: string;
  firstname: string;
  lastname: string;
  birthdate: string | null;
}

/** Records the time of a customer's activity, and stores the birthdate if the account has none yet. */
export async function recordActivity(tx: SiteTx, userId: number, birthdate: string | null): Promise<void> {
  await runSql(tx, 'update users set last_active_at = now(), birthdate = coalesce(birthdate, $2::date) where id = $1', [
    userId,
    birthdate,
  ]);
}
