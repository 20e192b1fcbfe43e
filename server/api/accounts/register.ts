import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { accountsContract } from '#shared/accounts/accounts-contract.ts';
import { isAdult } from '#shared/accounts/adult.ts';
import { isWeakPassword } from '#shared/accounts/weak-password.ts';
import type { BodyOf } from '#shared/endpoint.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { dayAt } from '#shared/places/local-time.ts';
import type { AccountsContext, EmptyData } from './accounts-context.ts';
import { queueAccountExistsMail, queueActivationMail } from './accounts-mails.ts';
import { activateAccount, emailKeyOf, insertPendingAccount, lockByEmail } from './accounts-repository.ts';
import type { Registration } from './accounts-tables.ts';
import { consumeAccountLink, createLink, revokeLinks } from './links.ts';
import { readLists, subscribe } from './newsletter-repository.ts';
import { hashPassword } from './password-hash.ts';

type Body = Required<BodyOf<(typeof accountsContract)['POST /register']>>;
type Refusal = 'terms' | 'too_young' | 'password_weak' | 'too_many';

/**
 * Opens an account that can be used once its link has been followed. Whether there is one already makes no difference
 * to the answer, nor to the work that comes before it: the owner of the address learns it by mail.
 */
export async function register(
  context: AccountsContext,
  body: Body,
  now = new Date(),
): Promise<Outcome<EmptyData, Refusal>> {
  const { site, translate } = context;
  if (!body.acceptTerms) return refuse('terms', { errors: { acceptTerms: translate('accounts.refusal.terms') } });
  if (!isAdult(body.birthdate, dayAt(now.getTime(), site.timeZone)))
    return refuse('too_young', { errors: { birthdate: translate('accounts.refusal.too_young') } });
  if (isWeakPassword(body.password, { email: body.email, estate: site.name }))
    return refuse('password_weak', { errors: { password: translate('accounts.refusal.password_weak') } });
  const tooMany =
    (await context.countAttempt('register-address', context.address)) ??
    (await context.countAttempt('register-network', context.address)) ??
    (await context.countAttempt('mail-recipient', body.email));
  if (tooMany) return tooMany;

  // No connection of the database waits for a hash.
  const passwordHash = await hashPassword(body.password).catch(async (error: unknown) => {
    // A customer whom an overloaded server refused tries again, and must not reach a limit by that.
    await context.refundAttempt('mail-recipient', body.email);
    await context.refundAttempt('register-address', context.address);
    await context.refundAttempt('register-network', context.address);
    throw error;
  });
  const { firstname, lastname, phone, birthdate, newsletter } = body;
  const registration: Registration = {
    ...{ passwordHash, firstname, lastname, phone, birthdate, newsletter },
    lang: context.lang,
    termsAcceptedAt: now.toISOString(),
  };
  await context.withSiteTransaction((tx) => saveRegistration(tx, context, body.email, registration));
  return ok({});
}

/**
 * What was registered travels with the link of its own mail and is in force once that very link is followed. So nobody
 * can put a password into a registration that somebody else has pending: whoever registers first, last or in between
 * with an address that is not theirs, its owner's own link opens the account with the owner's own password, and closes
 * the others. That each mail goes to the owner, and says to leave it alone if unasked, is what the rest rests on.
 */
async function saveRegistration(
  tx: SiteTx,
  context: AccountsContext,
  email: string,
  registration: Registration,
): Promise<void> {
  const added = await insertPendingAccount(tx, email, registration);
  const known = added === null ? await lockByEmail(tx, email) : null;
  if (known?.activatedAt) return void (await queueAccountExistsMail(tx, context, known));
  const userId = added ?? known?.id;
  // Between the two statements the account was deleted: as if nobody had asked, but for the answer.
  if (userId === undefined) return;
  const token = await createLink(tx, { purpose: 'ACTIVATE', userId, registration });
  await queueActivationMail(tx, context, email, token);
}

/** Follows the link of a registration mail. */
export async function activate(
  context: AccountsContext,
  token: string,
): Promise<Outcome<EmptyData, 'link_expired' | 'too_many'>> {
  const tooMany = await context.countAttempt('link-address', context.address);
  if (tooMany) return tooMany;
  return context.withSiteTransaction(async (tx) => {
    const followed = await consumeAccountLink(tx, 'ACTIVATE', token);
    const registration = followed?.link.registration;
    if (!registration || !(await activateAccount(tx, followed.user.id, registration))) return refuse('link_expired');
    await revokeLinks(tx, followed.user.id, ['ACTIVATE', 'RESET']);
    if (registration.newsletter) {
      const { email } = followed.user;
      const lists = await readLists(tx);
      await subscribe(
        tx,
        { email, emailKey: emailKeyOf(email) },
        lists.map(({ id }) => id),
      );
    }
    return ok({});
  });
}
