import { setTimeout as sleep } from 'node:timers/promises';
import { isWeakPassword } from '#shared/accounts/weak-password.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { mailPasswordChanged, mailReset } from './accounts-mails.ts';
import { emailKeyOf, findByEmail, lockByEmail, replacePassword, setPassword } from './accounts-repository.ts';
import type { AccountsParts, Asking, Nothing } from './asking.ts';
import { followLinkOfAccount, killLinks, makeLink, ownerOfLink } from './links.ts';
import { recordSuccessfulLogin } from './log-in-limits.ts';
import { hashPassword, isPassword } from './password-hash.ts';
import { endSessionsOf, type SignedIn } from './sessions.ts';

/** Asking for a link takes this long at least, in milliseconds: a mail that is written takes no longer than none. */
const leastTime = 150;

/** Sends a link for a new password to whoever has an account; the newest link is the only one. */
export async function askForReset(asking: Asking, identifier: string): Promise<Outcome<Nothing, 'too_many'>> {
  const tooMany =
    (await asking.count('reset-address', asking.address)) ??
    (await asking.count('reset-network', asking.address)) ??
    (await asking.count('reset-account', emailKeyOf(identifier)));
  if (tooMany) return tooMany;
  const work = asking.inSite(async (tx) => {
    const user = await lockByEmail(tx, identifier);
    if (!user) return;
    await killLinks(tx, user.id, ['RESET']);
    const token = await makeLink(tx, { purpose: 'RESET', userId: user.id });
    // Of an account that is not open yet, anybody may have typed the name.
    await mailReset(tx, asking, user.activatedAt ? user : { ...user, firstname: '' }, token);
  });
  await Promise.all([work, sleep(leastTime)]);
  return ok({});
}

/** Sets a new password by the link of a mail. The link has shown whose the address is: a pending account is open then. */
export async function resetPassword(
  asking: Asking,
  { limits }: Pick<AccountsParts, 'limits'>,
  { token, password }: { token: string; password: string },
): Promise<Outcome<Nothing, 'link_dead' | 'password_weak' | 'too_many'>> {
  const { site, say, inSite } = asking;
  const tooMany =
    (await asking.count('link-address', asking.address)) ?? (await asking.count('link-network', asking.address));
  if (tooMany) return tooMany;
  const owner = await inSite((tx) => ownerOfLink(tx, 'RESET', token));
  if (!owner) return refuse('link_dead');
  if (isWeakPassword(password, { email: owner.email, estate: site.name }))
    return refuse('password_weak', { errors: { password: say('accounts.refusal.password_weak') } });

  const passwordHash = await hashPassword(password);
  const user = await inSite(async (tx) => {
    const followed = await followLinkOfAccount(tx, 'RESET', token);
    if (!followed) return null;
    await setPassword(tx, followed.user.id, passwordHash);
    await endSessionsOf(tx, followed.user.id);
    await killLinks(tx, followed.user.id, ['RESET', 'ACTIVATE']);
    await mailPasswordChanged(tx, asking, followed.user, new Date());
    return followed.user;
  });
  if (!user) return refuse('link_dead');
  await recordSuccessfulLogin(user.emailKey, asking, limits);
  return ok({});
}

/** Changes the password of whoever is logged in, ends the other sessions and kills links for a new one. */
export async function changePassword(
  asking: Asking,
  { limits }: Pick<AccountsParts, 'limits'>,
  user: SignedIn,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<Outcome<Nothing, 'wrong_password' | 'password_weak' | 'too_many'>> {
  const { site, say, inSite } = asking;
  const who = String(user.id);
  const wrong = refuse('wrong_password', { errors: { currentPassword: say('accounts.refusal.wrong_password') } });
  if (isWeakPassword(newPassword, { email: user.email, estate: site.name }))
    return refuse('password_weak', { errors: { newPassword: say('accounts.refusal.password_weak') } });
  // Counted before hashing, so that simultaneous guesses cannot exceed the limit.
  const tooMany = (await asking.exhausted('password-account', who)) ?? (await asking.count('password-account', who));
  if (tooMany) return tooMany;

  const known = await inSite((tx) => findByEmail(tx, user.email));
  const newHash = await hashIfRight(currentPassword, known?.passwordHash, newPassword).catch(async (error: unknown) => {
    // An overloaded server says nothing about the password.
    await asking.refund('password-account', who);
    throw error;
  });
  if (known === null || newHash === null) return wrong;
  const isChanged = await inSite(async (tx) => {
    if (!(await replacePassword(tx, user.id, known.passwordHash, newHash))) return false;
    await endSessionsOf(tx, user.id, user.tokenHash);
    await killLinks(tx, user.id, ['RESET']);
    await mailPasswordChanged(tx, asking, user, new Date());
    return true;
  });
  if (!isChanged) return wrong;
  await limits.reset(site.id, 'password-account', who);
  return ok({});
}

/** @returns The hash of the new password, or null if the current one is wrong. */
async function hashIfRight(
  current: string,
  storedHash: string | undefined,
  newPassword: string,
): Promise<string | null> {
  const isRight = storedHash !== undefined && (await isPassword(current, storedHash));
  return isRight ? hashPassword(newPassword) : null;
}
