import { and, asc, eq, inArray, isNotNull, lt, ne, or, sql } from 'drizzle-orm';
import { idsPlaceholder, isOneOfIds } from '#server/api/database/filter-sql.ts';
import { preparedRead } from '#server/api/database/prepared-read.ts';
import { runSql, type SiteTx } from '#server/api/database/site-transaction.ts';
import { isUncertainDeliveryReason } from './delivery-error.ts';
import { mails } from './mail-tables.ts';

export type MailRow = typeof mails.$inferSelect;

/**
 * Locks a mail until the transaction ends.
 * @returns Null if it does not exist, `busy` if another transaction has locked it.
 */
export async function tryLockMail(tx: SiteTx, id: number): Promise<MailRow | 'busy' | null> {
  const [row] = await tx.select().from(mails).where(eq(mails.id, id)).for('update', { skipLocked: true });
  if (row) return row;
  const [existing] = await tx.select({ id: mails.id }).from(mails).where(eq(mails.id, id));
  return existing ? 'busy' : null;
}

/**
 * Locks those of some mails that are still to be sent, until the transaction ends.
 * @throws Error if another transaction has locked one of them, as a worker that sends it does.
 */
export const lockQueuedMails = (tx: SiteTx, ids: readonly number[]): Promise<MailRow[]> => queuedMails(tx, { ids });

const queuedMails = preparedRead<MailRow[], { ids: readonly number[] }>((db) =>
  db
    .select()
    .from(mails)
    .where(and(isOneOfIds(mails.id, idsPlaceholder), eq(mails.state, 'QUEUED')))
    .orderBy(asc(mails.id))
    .for('update', { noWait: true }),
);

/** A mail after an attempt to send it. Its content is stored, so that a further attempt sends the same. */
export interface AttemptedMail extends Pick<MailRow, 'id' | 'html' | 'text' | 'draft' | 'lastError'> {
  state: 'SENT' | 'QUEUED' | 'FAILED';
}

/** Stores the results of attempts. An attempt that failed is counted by `updateMailAfterFailedAttempt`. */
export const saveAttemptedMails = (tx: SiteTx, attempted: readonly AttemptedMail[]) =>
  runSql(
    tx,
    `update mails set state = a.state, last_error = a."lastError", draft = a.draft,
            html = case when mails.is_secret and a.state = 'SENT' then '' else a.html end,
            text = case when mails.is_secret and a.state = 'SENT' then '' else a.text end,
            unsubscribe_url = case when mails.is_secret and a.state = 'SENT' then null else unsubscribe_url end,
            attempts = attempts + case a.state when 'SENT' then 1 else 0 end,
            sent_at = case a.state when 'SENT' then now() end
       from jsonb_to_recordset($1::jsonb)
            as a(id integer, state text, "lastError" text, draft jsonb, html text, text text)
      where mails.id = a.id`,
    [
      JSON.stringify(
        attempted.map(({ id, state, lastError, draft, html, text }) => ({ id, state, lastError, draft, html, text })),
      ),
    ],
  );

const withoutSecretContent = {
  html: sql`case when ${mails.isSecret} then '' else ${mails.html} end`,
  text: sql`case when ${mails.isSecret} then '' else ${mails.text} end`,
  unsubscribeUrl: sql`case when ${mails.isSecret} then null else ${mails.unsubscribeUrl} end`,
  draft: sql`case when ${mails.isSecret} then null else ${mails.draft} end`,
};

export const markMailAsSent = (tx: SiteTx, id: number) =>
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

/**
 * Records a failed attempt to send a mail. After `maxAttempts` attempts the mail is given up. If a mail about an order
 * may have been delivered, it becomes UNCERTAIN and keeps its content, so that it can be sent again.
 * @returns The new state and number of attempts; null if the mail was not to be sent.
 */
export async function updateMailAfterFailedAttempt(
  tx: SiteTx,
  id: number,
  reason: string,
  maxAttempts: number,
): Promise<Pick<MailRow, 'state' | 'attempts'> | null> {
  const isUncertain = isUncertainDeliveryReason(reason);
  const [row] = await tx
    .update(mails)
    .set({
      attempts: sql`${mails.attempts} + 1`,
      lastError: reason,
      state: sql`case when ${isUncertain} and ${mails.orderId} is not null then 'UNCERTAIN'
                      when ${mails.attempts} + 1 >= ${maxAttempts} then 'FAILED' else 'QUEUED' end`,
    })
    .where(and(eq(mails.id, id), inArray(mails.state, ['QUEUED', 'UNCERTAIN'])))
    .returning({ state: mails.state, attempts: mails.attempts });
  if (!row) return null;
  if (row.state === 'FAILED') await tx.update(mails).set(withoutSecretContent).where(eq(mails.id, id));
  return row;
}

/**
 * Erases the content of secret mails that are uncertain or could not be rendered and are older than `days`. Staff can
 * then no longer resend them.
 */
export const eraseSecretsOfUncertainMails = (tx: SiteTx, days: number) =>
  tx
    .update(mails)
    .set(withoutSecretContent)
    .where(
      and(
        or(eq(mails.state, 'UNCERTAIN'), and(eq(mails.state, 'FAILED'), isNotNull(mails.draft))),
        eq(mails.isSecret, true),
        lt(mails.createdAt, sql`now() - make_interval(days => ${days})`),
      ),
    );

/**
 * Deletes the mails that were sent to an email address or whose replies go to it. Queued mails stay, because they are
 * still to be sent.
 */
export const deleteMailsInvolvingAddress = (tx: SiteTx, address: string) =>
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

/**
 * Deletes the mails to recipients whose account was deleted: the mails of `kind`, which confirm the deletion, and all
 * earlier mails to the same recipients or with replies to them. Queued mails stay, because they are still to be sent.
 */
export async function deleteMailsOfDeletedAccounts(tx: SiteTx, kind: string): Promise<void> {
  await tx.execute(sql`
    delete from mails mail using mails last
     where last.kind = ${kind} and last.state <> 'QUEUED' and mail.state <> 'QUEUED' and mail.id <= last.id
       and lower(last.recipient) in (lower(mail.recipient), lower(mail.reply_to))`);
}

/** Reads the mails about some orders, sent or not, without their content, the oldest first. */
export const readMailsOfOrders = (tx: SiteTx, orderIds: readonly number[]) =>
  tx
    .select({
      id: mails.id,
      orderId: mails.orderId,
      kind: mails.kind,
      recipient: mails.recipient,
      state: mails.state,
      attempts: mails.attempts,
      lastError: mails.lastError,
      createdAt: mails.createdAt,
    })
    .from(mails)
    .where(inArray(mails.orderId, [...orderIds]))
    .orderBy(asc(mails.id));

/**
 * Anonymises the mails about some orders: content and customers' addresses are removed, and the record that the mails
 * were sent stays. Queued mails are marked as secret, so that their content is erased once they have been sent.
 */
export async function anonymiseMailsOfOrders(
  tx: SiteTx,
  orders: readonly { id: number; email: string }[],
): Promise<void> {
  if (orders.length === 0) return;
  const ofOrders = inArray(
    mails.orderId,
    orders.map(({ id }) => id),
  );
  const addresses = sql.param([...new Set(orders.map(({ email }) => email.toLowerCase()))]);
  await tx
    .update(mails)
    .set({
      recipient: sql`case when lower(${mails.recipient}) = any(${addresses}::text[]) then '' else ${mails.recipient} end`,
      replyTo: null,
      subject: '',
      html: '',
      text: '',
      attachments: [],
      draft: null,
      lastError: '',
    })
    .where(and(ofOrders, ne(mails.state, 'QUEUED')));
  await tx.update(mails).set({ isSecret: true }).where(ofOrders);
}
