import { asc, eq } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { isAdult } from '#shared/accounts/adult.ts';
import type { CurrentUser } from '#shared/accounts/current-user.ts';
import type { PersonalDataExport } from '#shared/accounts/personal-data-export.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { toLocalDay } from '#shared/places/local-time.ts';
import type { AccountsCallContext, AccountsDependencies } from './accounts-call-context.ts';
import { lockUserRowById, type UserRow } from './accounts-repository.ts';
import { accountClosureRequests, users } from './accounts-tables.ts';
import type { AuthenticatedUser } from './sessions.ts';

type UserProfile = Pick<UserRow, 'firstname' | 'lastname' | 'phone' | 'birthdate'>;

const saveUserProfile = (tx: SiteTx, id: number, profile: UserProfile) =>
  tx.update(users).set(profile).where(eq(users.id, id));

const readClosureRequests = (tx: SiteTx, userId: number) =>
  tx
    .select({ requestedAt: accountClosureRequests.createdAt, message: accountClosureRequests.message })
    .from(accountClosureRequests)
    .where(eq(accountClosureRequests.userId, userId))
    .orderBy(asc(accountClosureRequests.createdAt), asc(accountClosureRequests.id));

type ProfileFields = Pick<UserRow, 'id' | 'email' | 'phone' | 'firstname' | 'lastname' | 'birthdate' | 'role'>;

export const toCurrentUser = ({
  id,
  email,
  phone,
  firstname,
  lastname,
  birthdate,
  role,
}: ProfileFields): CurrentUser => ({
  id: String(id),
  email,
  phone,
  firstname,
  lastname,
  birthdate: birthdate ?? '',
  role,
});

type NewProfile = Pick<CurrentUser, 'firstname' | 'lastname' | 'phone' | 'birthdate'>;

export async function changeUserProfile(
  { site, translate, withSiteTransaction }: AccountsCallContext,
  user: AuthenticatedUser,
  { firstname, lastname, phone, birthdate }: NewProfile,
  now = Date.now(),
): Promise<Outcome<CurrentUser, 'too_young'>> {
  if (birthdate && !isAdult(birthdate, toLocalDay(now, site.timeZone)))
    return refuse('too_young', { errors: { birthdate: translate('accounts.refusal.too_young') } });
  const profile = { firstname, lastname, phone, birthdate: birthdate || null };
  await withSiteTransaction((tx) => saveUserProfile(tx, user.id, profile));
  return ok(toCurrentUser({ ...user, ...profile }));
}

/**
 * Collects the personal data that the estate holds of a customer (GDPR, articles 15 and 20), and assigns the customer's
 * guest orders to the account.
 * @returns Null if there is no such activated account. The email address of an account that is not activated is
 * unverified, so records with that address may be a stranger's.
 */
export async function exportPersonalData(
  tx: SiteTx,
  { lang, pickLanguage }: Pick<AccountsCallContext, 'lang' | 'pickLanguage'>,
  { records }: Pick<AccountsDependencies, 'records'>,
  id: number,
): Promise<PersonalDataExport | null> {
  const user = await lockUserRowById(tx, id);
  if (!user?.activatedAt) return null;
  const requests = await readClosureRequests(tx, id);
  return {
    exportedAt: new Date().toISOString(),
    profile: {
      ...toCurrentUser(user),
      registeredAt: user.createdAt.toISOString(),
      lastActiveAt: user.lastActiveAt.toISOString(),
      termsAcceptedAt: user.termsAcceptedAt?.toISOString() ?? null,
    },
    newsletter: await records.exportNewsletters(tx, user.emailKey, pickLanguage),
    closureRequests: requests.map(({ requestedAt, message }) => ({ requestedAt: requestedAt.toISOString(), message })),
    orders: await records.exportOrders(tx, { userId: id, emailKey: user.emailKey }, lang),
    withdrawals: await records.exportWithdrawals(tx, user.emailKey),
    forms: await records.exportSubmissions(tx, user.emailKey),
    registrations: await records.exportRegistrations(tx, user.emailKey),
    reviews: await records.exportReviews(tx, id),
    reviewInvitationsRefusedAt: await records.exportReviewRefusal(tx, user.emailKey),
  };
}
