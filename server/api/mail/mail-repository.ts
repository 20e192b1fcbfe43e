import { and, eq, lt, ne, or, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { mails } from './mail-tables.ts';

export type MailRow = typeof mails.$inferSelect;

export async function insertMail(tx: SiteTx, mail: Omit<typeof mails.$inferInsert, 'id' | 'siteId'>): Promise<number> {
  const [row] = await tx.insert(mails).values(mail).returning({ id: mails.id });
  if (!row) throw new Error('a mail was not queued');
  return row.id;
}

/** The mail, held until the transaction ends; null where there is none, `busy` where somebody else holds it. */
export async function lockMail(tx: SiteTx, id: number): Promise<MailRow | 'busy' | null> {
  const [row] = await tx.select().from(mails).where(eq(mails.id, id)).for('update', { skipLocked: true });
  if (row) return row;
  const [held] = await tx.select({ id: mails.id }).from(mails).where(eq(mails.id, id));
  return held ? 'busy' : null;
}

const withoutSecretContent = {
  html: sql`case when ${mails.isSecret} then '' else ${mails.html} end`,
  text: sql`case when ${mails.isSecret} then '' else ${mails.text} end`,
};

export const markSent = (tx: SiteTx, id: number) =>
  tx
    .update(mails)
    .set({
      state: 'SENT',
      attempts: sql`${mails.attempts} + 1`,
      lastError: '',
      sentAt: sql`now()`,
      ...withoutSecretContent,
    })
    .where(eq(mails.id, id));

/** One more attempt in vain: with the last of `most` the mail is given up. Answers whether it is; null: it was not waiting. */
export async function markFailedAttempt(
  tx: SiteTx,
  id: number,
  reason: string,
  maxAttempts: number,
): Promise<boolean | null> {
  const [row] = await tx
    .update(mails)
    .set({
      attempts: sql`${mails.attempts} + 1`,
      lastError: reason,
      state: sql`case when ${mails.attempts} + 1 >= ${maxAttempts} then 'FAILED' else 'QUEUED' end`,
    })
    .where(and(eq(mails.id, id), eq(mails.state, 'QUEUED')))
    .returning({ state: mails.state });
  if (!row) return null;
  if (row.state !== 'FAILED') return false;
  await tx
    .update(mails)
    .set({ ...withoutSecretContent })
    .where(eq(mails.id, id));
  return true;
}

/** Forgets the mails that were done with before `days` days. */
export const eraseMails = (tx: SiteTx, days: number) =>
  tx
    .delete(mails)
    .where(and(ne(mails.state, 'QUEUED'), lt(mails.createdAt, sql`now() - make_interval(days => ${days})`)));

/** Forgets what was written to an address, or answered to it. What is still to be sent goes out first. */
export const eraseMailsTo = (tx: SiteTx, address: string) =>
  tx
    .delete(mails)
    .where(
      and(
        ne(mails.state, 'QUEUED'),
        or(
          eq(sql`lower(${mails.recipient})`, address.toLowerCase()),
          eq(sql`lower(${mails.replyTo})`, address.toLowerCase()),
        ),
      ),
    );

/** Forgets every mail of `kind`, the last one to somebody, once it has been sent, and what was written to them before. */
export async function eraseMailsEndingWith(tx: SiteTx, kind: string): Promise<void> {
  await tx.execute(sql`
    delete from mails mail using mails last
     where last.kind = ${kind} and last.state <> 'QUEUED' and mail.state <> 'QUEUED' and mail.id <= last.id
       and lower(last.recipient) in (lower(mail.recipient), lower(mail.reply_to))`);
}
