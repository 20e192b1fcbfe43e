import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { accountsContract } from '#shared/accounts/accounts-contract.ts';
import { isAdult } from '#shared/accounts/adult.ts';
import { isWeakPassword } from '#shared/accounts/weak-password.ts';
import type { BodyOf } from '#shared/endpoint.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { dayAt } from '#shared/places/local-time.ts';
import { mailAccountExists, mailActivation } from './accounts-mails.ts';
import { emailKeyOf, insertPending, lockByEmail, openAccount } from './accounts-repository.ts';
import type { Registration } from './accounts-tables.ts';
import type { Asking, Nothing } from './asking.ts';
import { followLinkOfAccount, killLinks, makeLink } from './links.ts';
import { readLists, subscribe } from './newsletter-repository.ts';
import { hashPassword } from './password-hash.ts';

type Body = Required<BodyOf<(typeof accountsContract)['POST /register']>>;
type Refusal = 'terms' | 'too_young' | 'password_weak' | 'too_many';

/**
 * Opens an account that can be used once its link has been followed. Whether there is one already makes no difference
 * to the answer, nor to the work that comes before it: the owner of the address learns it by mail.
 */
export async function register(asking: Asking, body: Body, now = new Date()): Promise<Outcome<Nothing, Refusal>> {
  const { site, say } = asking;
  if (!body.acceptTerms) return refuse('terms', { errors: { acceptTerms: say('accounts.refusal.terms') } });
  if (!isAdult(body.birthdate, dayAt(now.getTime(), site.timeZone)))
    return refuse('too_young', { errors: { birthdate: say('accounts.refusal.too_young') } });
  if (isWeakPassword(body.password, { email: body.email, estate: site.name }))
    return refuse('password_weak', { errors: { password: say('accounts.refusal.password_weak') } });
  const tooMany =
    (await asking.count('register-address', asking.address)) ??
    (await asking.count('register-network', asking.address)) ??
    (await asking.count('mail-recipient', body.email));
  if (tooMany) return tooMany;

  // No connection of the database waits for a hash.
  const passwordHash = await hashPassword(body.password).catch(async (error: unknown) => {
    // A customer whom an overloaded server refused tries again, and must not reach a limit by that.
    await asking.refund('mail-recipient', body.email);
    await asking.refund('register-address', asking.address);
    await asking.refund('register-network', asking.address);
    throw error;
  });
  const { firstname, lastname, phone, birthdate, newsletter } = body;
  const registration: Registration = {
    ...{ passwordHash, firstname, lastname, phone, birthdate, newsletter },
    lang: asking.lang,
    termsAcceptedAt: now.toISOString(),
  };
  await asking.inSite((tx) => keepRegistration(tx, asking, body.email, registration));
  return ok({});
}

/**
 * What was registered travels with the link of its own mail and is in force once that very link is followed. So nobody
 * can put a password into a registration that somebody else has pending: whoever registers first, last or in between
 * with an address that is not theirs, its owner's own link opens the account with the owner's own password, and closes
 * the others. That each mail goes to the owner, and says to leave it alone if unasked, is what the rest rests on.
 */
async function keepRegistration(tx: SiteTx, asking: Asking, email: string, registration: Registration): Promise<void> {
  const added = await insertPending(tx, email, registration);
  const known = added === null ? await lockByEmail(tx, email) : null;
  if (known?.activatedAt) return void (await mailAccountExists(tx, asking, known));
  const userId = added ?? known?.id;
  // Between the two statements the account was deleted: as if nobody had asked, but for the answer.
  if (userId === undefined) return;
  const token = await makeLink(tx, { purpose: 'ACTIVATE', userId, registration });
  await mailActivation(tx, asking, email, token);
}

/** Follows the link of a registration mail. */
export async function activate(asking: Asking, token: string): Promise<Outcome<Nothing, 'link_dead' | 'too_many'>> {
  const tooMany = await asking.count('link-address', asking.address);
  if (tooMany) return tooMany;
  return asking.inSite(async (tx) => {
    const followed = await followLinkOfAccount(tx, 'ACTIVATE', token);
    const registration = followed?.link.registration;
    if (!registration || !(await openAccount(tx, followed.user.id, registration))) return refuse('link_dead');
    await killLinks(tx, followed.user.id, ['ACTIVATE', 'RESET']);
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
