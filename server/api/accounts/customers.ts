import { eq, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { users } from './accounts-tables.ts';

/**
 * A customer whom nobody else can change or delete until the transaction ends; null where the account is gone. What one
 * customer does at once, such as a double click, is done one after the other.
 */
export async function lockCustomer(tx: SiteTx, userId: number) {
  const [row] = await tx
    .select({ email: users.email, firstname: users.firstname, lastname: users.lastname, birthdate: users.birthdate })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  return row ?? null;
}

export type Customer = NonNullable<Awaited<ReturnType<typeof lockCustomer>>>;

/** Notes that a customer was active, and a birthdate that they had not told before. */
export async function recordCustomerActivity(tx: SiteTx, userId: number, birthdate: string | null): Promise<void> {
  await tx
    .update(users)
    .set({ lastActiveAt: sql`now()`, birthdate: sql`coalesce(${users.birthdate}, ${birthdate}::date)` })
    .where(eq(users.id, userId));
}
