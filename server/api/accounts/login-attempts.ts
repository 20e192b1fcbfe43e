import type { RateLimiter, RateLimitName } from '#server/api/limits/rate-limiter.ts';
import { toClientNetwork } from '#server/http/client-network.ts';
import type { AccountsCallContext, TooManyAttemptsOutcome } from './accounts-call-context.ts';

type Client = Pick<AccountsCallContext, 'site' | 'ipAddress' | 'countAttempt' | 'checkAttemptsLeft'>;

interface LoginAttempt {
  /** Removes the attempt from the rate limits, after a correct password or a server error. */
  refund(): Promise<void>;
}

const accountFromNetwork = (account: string, address: string): string => `${account} ${toClientNetwork(address)}`;

/**
 * Limits log-in attempts for an account. They are counted for each client network, so that an attacker cannot lock the
 * customer out of every network. Against attacks from many networks they are also counted for the account as a whole;
 * that limit does not apply to networks from which the customer has logged in recently.
 */
export async function createLoginLimiterOfAccount(account: string, client: Client, limits: RateLimiter) {
  const { site, ipAddress, countAttempt, checkAttemptsLeft } = client;
  const here = accountFromNetwork(account, ipAddress);
  const isKnownHere = !(await limits.hasLeft(site.id, 'login-known', here));
  const binding: [RateLimitName, string][] = [
    ['login-here', here],
    ['login-client', ipAddress],
    ['login-network', ipAddress],
    ...(isKnownHere ? [] : ([['login-account', account]] satisfies [RateLimitName, string][])),
  ];
  return {
    /**
     * Counts an attempt before the password is hashed, so that simultaneous guesses cannot exceed a limit and refused
     * attempts cost no hash. A refused attempt is refunded to every limit.
     */
    async begin(): Promise<{ refusal: TooManyAttemptsOutcome } | LoginAttempt> {
      for (const [limit, subject] of binding) {
        const refusal = await checkAttemptsLeft(limit, subject);
        if (refusal) return { refusal };
      }
      const counted: [RateLimitName, string][] = [];
      const refund = async () => {
        for (const [limit, subject] of counted.splice(0)) await limits.refund(site.id, limit, subject);
      };
      for (const [limit, subject] of binding) {
        counted.push([limit, subject]);
        const refusal = await countAttempt(limit, subject);
        if (!refusal) continue;
        await refund();
        return { refusal };
      }
      if (isKnownHere) {
        counted.push(['login-account', account]);
        await countAttempt('login-account', account);
      }
      return { refund };
    },
  };
}

/**
 * Records that the account's owner uses this network, and resets the limits of this account. The network's limit over
 * all accounts is not reset; otherwise the owner of one account could guess passwords of others without a limit.
 * Called after a complete log-in and after a password reset.
 */
export async function trustNetwork(
  account: string,
  { site, ipAddress }: Pick<Client, 'site' | 'ipAddress'>,
  limits: RateLimiter,
): Promise<void> {
  const here = accountFromNetwork(account, ipAddress);
  await limits.consume(site.id, 'login-known', here);
  await limits.reset(site.id, 'login-here', here);
  await limits.reset(site.id, 'login-account', account);
}
