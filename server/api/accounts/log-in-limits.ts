import type { RateLimits } from '#server/api/limits/rate-limits.ts';
import { networkOf } from '#server/http/client-network.ts';
import type { Asking, TooMany } from './asking.ts';

/** Who guesses a password, as far as it can be told. */
type Guesser = Pick<Asking, 'site' | 'address' | 'count' | 'spent'>;

/** An account as seen from one network. */
const fromHere = (account: string, { address }: Pick<Guesser, 'address'>): string => `${account} ${networkOf(address)}`;

/**
 * How often somebody may guess the password of an account. Wrong guesses count where they come from: nobody can shut a
 * customer out by guessing for a while. Against guesses from many places they are also counted for the account, which
 * binds every network but those from which its owner has logged in lately.
 */
export async function guessesAt(account: string, guesser: Guesser, limits: RateLimits) {
  const { site, address, count, spent } = guesser;
  const here = fromHere(account, guesser);
  const isKnownHere = !(await limits.hasLeft(site.id, 'login-known', here));
  return {
    /** The refusal where nothing may be guessed any more. */
    spent: async (): Promise<TooMany | null> =>
      (await spent('login-here', here)) ??
      (await spent('login-address', address)) ??
      (isKnownHere ? null : await spent('login-account', account)),
    /** Counts a wrong guess. */
    count: async (): Promise<TooMany | null> => {
      const ofHere = await count('login-here', here);
      const ofAddress = await count('login-address', address);
      const ofAccount = await count('login-account', account);
      return ofHere ?? ofAddress ?? (isKnownHere ? null : ofAccount);
    },
  };
}

/**
 * Notes that an account's owner is here: guesses at it are forgiven. Those of the address are not: somebody with one
 * account could go on guessing at all others.
 */
export async function welcomeHere(
  account: string,
  { site, address }: Pick<Guesser, 'site' | 'address'>,
  limits: RateLimits,
): Promise<void> {
  const here = fromHere(account, { address });
  await limits.allows(site.id, 'login-known', here);
  await limits.forgive(site.id, 'login-here', here);
  await limits.forgive(site.id, 'login-account', account);
}
