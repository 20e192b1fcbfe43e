import { findPasswordWeakness } from '#shared/accounts/weak-password.ts';
import { type RefusedOutcome, refuse } from '#shared/outcome.ts';
import type { AccountsCallContext } from './accounts-call-context.ts';

/** @returns A refusal with an error for the request field `field`, or null if the password is accepted. */
export function refuseWeakPassword(
  { site, translate }: Pick<AccountsCallContext, 'site' | 'translate'>,
  field: 'password' | 'newPassword' | 'account.password',
  password: string,
  email: string,
): RefusedOutcome<'password_weak'> | null {
  const weakness = findPasswordWeakness(password, { email, estate: site.name });
  if (weakness === null) return null;
  const values = { reason: translate(`accounts.password-weakness.${weakness}`) };
  return refuse('password_weak', { values, errors: { [field]: translate('accounts.refusal.password_weak', values) } });
}
