import { eq, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { users } from './accounts-tables.ts';

/**
 * Locks a customer until the transaction ends, which also serialises concurrent calls of the same customer, such as a
 * double click.
 * @returns null if the account was deleted.
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

export type Customer = NonNullable<Awaited<ReturnType<typeof lockCustomer>>>;

/** Records that a customer was active, and the birthdate if it was unknown. */
export async function recordCustomerActivity(tx: SiteTx, userId: number, birthdate: string | null): Promise<void> {
  await tx
    .update(users)
    .set({ lastActiveAt: sql`now()`, birthdate: sql`coalesce(${users.birthdate}, ${birthdate}::date)` })
    .where(eq(users.id, userId));
}
