import { eq, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { users } from './accounts-tables.ts';

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
