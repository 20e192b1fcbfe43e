import { and, eq, isNull, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { truncateIpAddress } from '#server/http/client-network.ts';
import type { accountsContract } from '#shared/accounts/accounts-contract.ts';
import { isAdult } from '#shared/accounts/adult.ts';
import type { BodyOf } from '#shared/endpoint.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { toLocalDay } from '#shared/places/local-time.ts';
import type { EmptyResponseData } from '#shared/response-envelope.ts';
import type { AccountsCallContext, AccountsDependencies } from './accounts-call-context.ts';
import { queueAccountExistsMail, queueActivationMail } from './accounts-mails.ts';
import { lockUserRowByEmail, toEmailKey } from './accounts-repository.ts';
import { type PendingRegistration, users } from './accounts-tables.ts';
import { hashPassword, refuseWeakPassword } from './passwords.ts';
import { consumeAccountToken, createSingleUseToken, revokeSingleUseTokens } from './single-use-tokens.ts';

/** @returns The id of the account, or null if the email address already has an account. */
async function insertPendingAccount(
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
async function activateAccount(tx: SiteTx, id: number, registration: PendingRegistration): Promise<boolean> {
  const { newsletter: _newsletter, network: _network, termsAcceptedAt, ...profile } = registration;
  const activated = await tx
    .update(users)
    .set({ ...profile, termsAcceptedAt: new Date(termsAcceptedAt), activatedAt: sql`now()`, lastActiveAt: sql`now()` })
    .where(and(eq(users.id, id), isNull(users.activatedAt)))
    .returning({ id: users.id });
  return activated.length > 0;
}

type Body = Required<BodyOf<(typeof accountsContract)['POST /register']>>;
type Refusal = 'terms' | 'too_young' | 'password_weak' | 'too_many';

/**
 * Registers an account, which becomes usable when the link in its mail is followed. Response and duration are the same
 * whether or not the email address already has an account, so that accounts cannot be enumerated. Only a mail informs
 * the owner of the address.
 */
export async function registerAccount(
  context: AccountsCallContext,
  body: Body,
  now = new Date(),
): Promise<Outcome<EmptyResponseData, Refusal>> {
  const { site, translate } = context;
  if (!body.acceptTerms) return refuse('terms', { errors: { acceptTerms: translate('accounts.refusal.terms') } });
  if (!isAdult(body.birthdate, toLocalDay(now.getTime(), site.timeZone)))
    return refuse('too_young', { errors: { birthdate: translate('accounts.refusal.too_young') } });
  const weak = refuseWeakPassword(context, 'password', body.password, body.email);
  if (weak) return weak;
  const tooMany =
    (await context.countAttempt('register-client', context.ipAddress)) ??
    (await context.countAttempt('register-network', context.ipAddress)) ??
    (await context.countAttempt('mail-recipient', body.email));
  if (tooMany) return tooMany;

  // The password is hashed outside the transaction, so that hashing occupies no database connection.
  const passwordHash = await hashPassword(body.password).catch(async (error: unknown) => {
    // The attempt is not counted, because a retry after an overload must not exhaust the rate limit.
    await context.refundAttempt('mail-recipient', body.email);
    await context.refundAttempt('register-client', context.ipAddress);
    await context.refundAttempt('register-network', context.ipAddress);
    throw error;
  });
  const { firstname, lastname, phone, birthdate, newsletter } = body;
  const registration: PendingRegistration = {
    passwordHash,
    firstname,
    lastname,
    phone,
    birthdate,
    newsletter,
    network: truncateIpAddress(context.ipAddress),
    lang: context.lang,
    termsAcceptedAt: now.toISOString(),
  };
  await context.withSiteTransaction((tx) => saveRegistration(tx, context, body.email, registration));
  return ok({});
}

/**
 * Stores the registration data with the link of its mail. Following the link makes the data effective and revokes all
 * other links of the account. A stranger who registers another person's email address therefore cannot plant a
 * password: the owner's link activates the account with the owner's password.
 */
async function saveRegistration(
  tx: SiteTx,
  context: AccountsCallContext,
  email: string,
  registration: PendingRegistration,
): Promise<void> {
  const added = await insertPendingAccount(tx, email, registration);
  const existing = added === null ? await lockUserRowByEmail(tx, email) : null;
  if (existing?.activatedAt) return void (await queueAccountExistsMail(tx, context, existing));
  const userId = added ?? existing?.id;
  // Another request has deleted the account between the two statements.
  if (userId === undefined) return;
  const token = await createSingleUseToken(tx, { purpose: 'ACTIVATE', userId, registration });
  await queueActivationMail(tx, context, email, token);
}

/** Activates an account and moves the guest orders of its email address to it. It starts no session. */
export async function confirmRegistration(
  context: AccountsCallContext,
  { records }: Pick<AccountsDependencies, 'records'>,
  token: string,
): Promise<Outcome<EmptyResponseData, 'link_expired' | 'too_many'>> {
  const tooMany = await context.countAttempt('link-client', context.ipAddress);
  if (tooMany) return tooMany;
  return context.withSiteTransaction(async (tx) => {
    const followed = await consumeAccountToken(tx, 'ACTIVATE', token);
    const registration = followed?.link.registration;
    if (!registration || !(await activateAccount(tx, followed.user.id, registration))) return refuse('link_expired');
    await revokeSingleUseTokens(tx, followed.user.id, ['ACTIVATE', 'RESET']);
    await records.moveGuestOrdersToAccount(tx, followed.user.id, followed.user.emailKey);
    if (registration.newsletter)
      await records.subscribeToNewsletter(tx, context, {
        email: followed.user.email,
        lang: registration.lang,
        defaultLang: context.site.defaultLang,
        requestedAt: registration.termsAcceptedAt,
        requestNetwork: registration.network ?? '',
        confirmationNetwork: truncateIpAddress(context.ipAddress),
      });
    return ok({});
  });
}
