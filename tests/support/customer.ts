import { users } from '#server/api/accounts/accounts-tables.ts';
import { hashPassword } from '#server/api/accounts/password-hash.ts';
import { startSession } from '#server/api/accounts/sessions.ts';
import type { Db } from '#server/api/database/connect.ts';
import { inSite } from '#server/api/database/site-transaction.ts';
import type { Role } from '#shared/accounts/roles.ts';
import type { Lang } from '#shared/languages.ts';

export interface CustomerWish {
  /** 40 by default. */
  site?: number;
  role?: Role;
  email?: string;
  password?: string;
  firstname?: string;
  lastname?: string;
  phone?: string;
  birthdate?: string | null;
  lang?: Lang;
  /** false: the link of the registration mail has not been followed yet. */
  activated?: boolean;
  lastActiveAt?: Date;
}

export interface Customer {
  id: number;
  site: number;
  email: string;
  password: string;
  /** Of a session that has just begun. */
  token: string;
  /** What says that this customer calls. */
  headers: { authorization: string };
}

export const bearer = (token: string): { authorization: string } => ({ authorization: `Bearer ${token}` });

let count = 0;
const hashes = new Map<string, Promise<string>>();
const usualPassword = 'sous le grand chêne';

/** Somebody (fictional) with an account and a session at an estate; put into the database directly. */
export async function newCustomer({ db }: { db: Db }, wish: CustomerWish = {}): Promise<Customer> {
  count++;
  const { site = 40, email = `customer-${process.pid}-${count}@mail.example`, password = usualPassword } = wish;
  const hash = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hash);
  const passwordHash = await hash;
  return inSite(db, site, async (tx) => {
    const [row] = await tx
      .insert(users)
      .values({
        email,
        emailKey: email.toLowerCase(),
        passwordHash,
        firstname: wish.firstname ?? 'Camille',
        lastname: wish.lastname ?? 'Vignaud',
        phone: wish.phone ?? '05 45 00 00 00',
        birthdate: wish.birthdate === undefined ? '1984-05-17' : wish.birthdate,
        role: wish.role ?? 'MEMBER',
        lang: wish.lang ?? 'fr_FR',
        activatedAt: wish.activated === false ? null : new Date(),
        termsAcceptedAt: new Date(),
        ...(wish.lastActiveAt && { lastActiveAt: wish.lastActiveAt }),
      })
      .returning({ id: users.id });
    if (!row) throw new Error('no customer was made');
    const token = await startSession(tx, row.id);
    return { id: row.id, site, email, password, token, headers: bearer(token) };
  });
}
