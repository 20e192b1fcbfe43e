import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { deleteMailsInvolvingAddress } from '#server/api/mail/mail-repository.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import type { EmptyResponseData } from '#shared/response-envelope.ts';
import type { AccountsCallContext, AccountsDependencies } from './accounts-call-context.ts';
import { queueAccountClosureReceivedMail, queueAccountDeletedMail, queueClosureMail } from './accounts-mails.ts';
import { deleteUser, lockSuperAdminRows, lockUserRowById } from './accounts-repository.ts';
import { accountClosureRequests } from './accounts-tables.ts';
import { verifyOwnPassword } from './passwords.ts';
import type { PersonalDataAccess } from './personal-data-access.ts';
import type { AuthenticatedUser } from './sessions.ts';
import { revokeNewsletterTokens } from './single-use-tokens.ts';
import { deleteUserInvitations } from './staff-repository.ts';

const insertAccountClosureRequest = (tx: SiteTx, userId: number, message: string, createdAt: Date) =>
  tx.insert(accountClosureRequests).values({ userId, message, createdAt });

/**
 * Deletes an account with its sessions, links and closure requests, and anonymises the records that the law requires to
 * be kept. The caller must have locked the account's row.
 */
export async function eraseAccountWithoutNotifying(
  tx: SiteTx,
  records: PersonalDataAccess,
  { id, email, emailKey }: { id: number; email: string; emailKey: string },
): Promise<void> {
  await records.anonymise(tx, id, emailKey);
  await revokeNewsletterTokens(tx, emailKey);
  await deleteUserInvitations(tx, id, emailKey);
  await deleteMailsInvolvingAddress(tx, email);
  await deleteUser(tx, id);
}

/** Deletes the current user's account. Refuses to delete the last SUPER_ADMIN of an estate. */
export async function deleteOwnAccountWithPassword(
  context: AccountsCallContext,
  { limits, records }: Pick<AccountsDependencies, 'limits' | 'records'>,
  user: AuthenticatedUser,
  password: string,
): Promise<Outcome<EmptyResponseData, 'last_admin' | 'wrong_password' | 'too_many'>> {
  const verified = await verifyOwnPassword(context, { limits }, user, password);
  return verified.ok ? eraseUnlessLastAdmin(context, records, user) : verified;
}

function eraseUnlessLastAdmin(
  context: AccountsCallContext,
  records: PersonalDataAccess,
  { id }: AuthenticatedUser,
): Promise<Outcome<EmptyResponseData, 'last_admin'>> {
  return context.withSiteTransaction(async (tx) => {
    const admins = await lockSuperAdminRows(tx);
    if (admins.length === 1 && admins[0]?.id === id) return refuse('last_admin');
    const user = await lockUserRowById(tx, id);
    // Another request has deleted the account meanwhile, which is the requested outcome.
    if (!user) return ok({});
    await eraseAccountWithoutNotifying(tx, records, user);
    await queueAccountDeletedMail(tx, context, user, await records.linkOpenOrders(tx, user.id));
    return ok({});
  });
}

/** Mails a request to close the membership to the estate. The account itself is not changed. */
export async function mailClosureRequest(
  context: AccountsCallContext,
  user: AuthenticatedUser,
  message: string,
  now = new Date(),
): Promise<Outcome<EmptyResponseData, 'too_many'>> {
  const tooMany = await context.countAttempt('closure-account', String(user.id));
  if (tooMany) return tooMany;
  await context.withSiteTransaction(async (tx) => {
    // Another request has deleted the account meanwhile.
    if (!(await lockUserRowById(tx, user.id))) return;
    await insertAccountClosureRequest(tx, user.id, message, now);
    await queueClosureMail(tx, context, user, { message, now });
    await queueAccountClosureReceivedMail(tx, context, user, { message, now });
  });
  return ok({});
}
