import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import type { AccountsCallContext, AccountsDependencies } from './accounts-call-context.ts';
import { saveSecondFactor } from './accounts-repository.ts';
import { resetLoginLimitsAndTrustNetwork } from './login-attempts.ts';
import { countCodeAttempt, notifyOwnerIfCodeLimitReached, resetCodeLimitAfterSuccess } from './login-code-attempts.ts';
import { createWrongCodeRefusal } from './second-factor.ts';
import { applySecondFactorCode } from './second-factor-codes.ts';
import { startSession } from './sessions.ts';
import { consumeSingleUseToken, lockSingleUseTokenOwnerRow, readSingleUseTokenOwner } from './single-use-tokens.ts';

/**
 * Completes a log-in by a one-time code. The attempts are counted for the client's address and also for the account,
 * because a code has only six digits. A wrong code leaves the log-in open until it expires.
 */
export async function logInWithCode(
  context: AccountsCallContext,
  { limits, records }: Pick<AccountsDependencies, 'limits' | 'records'>,
  { codeToken, code }: { codeToken: string; code: string },
): Promise<Outcome<{ token: string; idSite: number }, 'login_expired' | 'wrong_code' | 'too_many'>> {
  const { site, withSiteTransaction, countAttempt, ipAddress } = context;
  const tooManyTokens = await countAttempt('link-client', ipAddress);
  if (tooManyTokens) return tooManyTokens;
  const owner = await withSiteTransaction((tx) => readSingleUseTokenOwner(tx, 'LOGIN_CODE', codeToken));
  if (!owner) return refuse('login_expired');
  const tooMany = await countCodeAttempt(context, owner.id);
  if (tooMany) return tooMany;
  const outcome = await withSiteTransaction(async (tx) => {
    const user = await lockSingleUseTokenOwnerRow(tx, 'LOGIN_CODE', codeToken);
    if (!user?.secondFactor?.isEnabled) return refuse('login_expired');
    const accepted = applySecondFactorCode(user.secondFactor, code, new Date());
    if (!accepted) return createWrongCodeRefusal(context);
    if (!(await consumeSingleUseToken(tx, 'LOGIN_CODE', codeToken))) return refuse('login_expired');
    await saveSecondFactor(tx, user.id, accepted);
    await records.moveGuestOrdersToAccount(tx, user.id, user.emailKey);
    return ok({ token: await startSession(tx, user.id, context.device), emailKey: user.emailKey });
  });
  if (!outcome.ok) {
    if (outcome.refusal === 'wrong_code') await notifyOwnerIfCodeLimitReached(context, limits, owner.id);
    return outcome;
  }
  await resetCodeLimitAfterSuccess(context, limits, owner.id);
  await resetLoginLimitsAndTrustNetwork(outcome.value.emailKey, context, limits);
  return ok({ token: outcome.value.token, idSite: site.id });
}
