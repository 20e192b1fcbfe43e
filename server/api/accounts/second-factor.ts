import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import type { EmptyResponseData } from '#shared/response-envelope.ts';
import type { AccountsCallContext, AccountsDependencies } from './accounts-call-context.ts';
import { queueSecondFactorChangedMail } from './accounts-mails.ts';
import { lockUserRowById, saveSecondFactor, type UserRow } from './accounts-repository.ts';
import { type SecondFactor, users } from './accounts-tables.ts';
import { verifyOwnPassword } from './passwords.ts';
import { type AuthenticatedUser, endUserSessions, hashToken } from './sessions.ts';

async function findUserById(tx: SiteTx, id: number): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(eq(users.id, id));
  return row ?? null;
}

const secretBytes = 20;
const periodSeconds = 30;
/** Codes of the neighbouring time steps are accepted as well, because the clocks of phones may be inaccurate. */
const acceptedStepsAround = 1;
const recoveryCodeCount = 10;

/** Creates a second factor without recovery codes. It takes effect once its first code has been entered. */
const createUnconfirmedSecondFactor = (): SecondFactor => ({
  secret: new Secret({ size: secretBytes }).base32,
  isEnabled: false,
  lastStep: 0,
  recoveryHashes: [],
});

const createSecondFactorUri = ({ secret }: SecondFactor, issuer: string, email: string): string =>
  createTotp(secret, { issuer, label: email }).toString();

const createTotp = (secret: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, secret: Secret.fromBase32(secret), period: periodSeconds });

/**
 * Checks a one-time code of the authenticator app, or an unused recovery code.
 * @returns The second factor that must be stored, so that the code is not accepted again; null for a wrong code or one
 * that was accepted before.
 */
export function applySecondFactorCode(factor: SecondFactor, code: string, now: Date): SecondFactor | null {
  const delta = createTotp(factor.secret).validate({
    token: code.replace(/\s/g, ''),
    window: acceptedStepsAround,
    timestamp: now.getTime(),
  });
  if (delta !== null) {
    const step = Math.floor(now.getTime() / (periodSeconds * 1_000)) + delta;
    return step > factor.lastStep ? { ...factor, lastStep: step } : null;
  }
  const recoveryHash = hashRecoveryCode(code);
  if (!factor.recoveryHashes.includes(recoveryHash)) return null;
  return { ...factor, recoveryHashes: factor.recoveryHashes.filter((hash) => hash !== recoveryHash) };
}

const hashRecoveryCode = (code: string): string => hashToken(code.toLowerCase().replace(/[^a-z0-9]/g, ''));

/** Generates recovery codes of 80 random bits each, such as `3f9a2-…`. Only their hashes are stored. */
function generateRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    (randomBytes(10).toString('hex').match(/.{5}/g) ?? []).join('-'),
  );
  return { codes, hashes: codes.map(hashRecoveryCode) };
}

type PasswordRefusal = 'wrong_password' | 'too_many';
type Limits = Pick<AccountsDependencies, 'limits'>;

export async function readSecondFactorState(tx: SiteTx, { id }: AuthenticatedUser) {
  const factor = (await findUserById(tx, id))?.secondFactor;
  const isEnabled = factor?.isEnabled ?? false;
  return { isEnabled, recoveryCodesLeft: isEnabled ? (factor?.recoveryHashes.length ?? 0) : 0 };
}

/** Begins the set-up of a second factor. A set-up that was begun earlier and not completed is replaced. */
export async function startSecondFactorSetup(
  context: AccountsCallContext,
  limits: Limits,
  user: AuthenticatedUser,
  password: string,
): Promise<Outcome<{ secret: string; uri: string }, PasswordRefusal | 'already_enabled'>> {
  const verified = await verifyOwnPassword(context, limits, user, password);
  if (!verified.ok) return verified;
  return context.withSiteTransaction(async (tx) => {
    if ((await lockUserRowById(tx, user.id))?.secondFactor?.isEnabled) return refuse('already_enabled');
    const factor = createUnconfirmedSecondFactor();
    await saveSecondFactor(tx, user.id, factor);
    return ok({ secret: factor.secret, uri: createSecondFactorUri(factor, context.site.name, user.email) });
  });
}

/** Enables the second factor by its first code, and ends the user's other sessions. */
export async function enableSecondFactor(
  context: AccountsCallContext,
  { limits }: Limits,
  user: AuthenticatedUser,
  code: string,
): Promise<Outcome<{ recoveryCodes: string[] }, 'not_started' | 'wrong_code' | 'too_many'>> {
  const tooMany = await context.countAttempt('login-code-account', String(user.id));
  if (tooMany) return tooMany;
  const outcome = await context.withSiteTransaction(async (tx) => {
    const factor = (await lockUserRowById(tx, user.id))?.secondFactor;
    if (!factor || factor.isEnabled) return refuse('not_started');
    const accepted = applySecondFactorCode(factor, code, new Date());
    if (!accepted) return createWrongCodeRefusal(context);
    const { codes, hashes } = generateRecoveryCodes();
    await saveSecondFactor(tx, user.id, { ...accepted, isEnabled: true, recoveryHashes: hashes });
    await endUserSessions(tx, user.id, user.tokenHash);
    await queueSecondFactorChangedMail(tx, context, user, 'second-factor-on');
    return ok({ recoveryCodes: codes });
  });
  if (outcome.ok) await limits.reset(context.site.id, 'login-code-account', String(user.id));
  return outcome;
}

export async function disableSecondFactor(
  context: AccountsCallContext,
  limits: Limits,
  user: AuthenticatedUser,
  password: string,
): Promise<Outcome<EmptyResponseData, PasswordRefusal>> {
  const verified = await verifyOwnPassword(context, limits, user, password);
  if (!verified.ok) return verified;
  await context.withSiteTransaction((tx) => removeSecondFactor(tx, context, user));
  return ok({});
}

/** Removes the second factor of a user, if there is one, and notifies the user by mail if it was enabled. */
export async function removeSecondFactor(
  tx: SiteTx,
  sender: Parameters<typeof queueSecondFactorChangedMail>[1],
  { id }: { id: number },
): Promise<void> {
  const user = await lockUserRowById(tx, id);
  if (!user?.secondFactor) return;
  await saveSecondFactor(tx, id, null);
  if (user.secondFactor.isEnabled) await queueSecondFactorChangedMail(tx, sender, user, 'second-factor-off');
}

export const createWrongCodeRefusal = ({ translate }: Pick<AccountsCallContext, 'translate'>) =>
  refuse('wrong_code', { errors: { code: translate('accounts.refusal.wrong_code') } });
