import type { RateLimitName, RateLimits } from '#server/api/limits/rate-limits.ts';
import { toClientNetwork } from '#server/http/client-network.ts';
import type { AccountsContext, TooManyAttemptsRefusal } from './accounts-context.ts';

type Client = Pick<AccountsContext, 'site' | 'ipAddress' | 'countAttempt' | 'checkAttemptsLeft'>;

interface LoginAttempt {
  /** Takes the attempt back if it turns out not to be a wrong guess. */
  refund(): Promise<void>;
}

const accountFromNetwork = (account: string, address: string): string => `${account} ${toClientNetwork(address)}`;

/**
 * Counts attempts to log in to an account. Guesses count for the network that they come from, so that guessing cannot
 * lock a customer out. Against guesses from many networks they also count for the account, which binds every network
 * except those from which its owner has logged in recently.
 */
export async function createLoginAttemptLimiter(account: string, client: Client, limits: RateLimits) {
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
     * Counts an attempt before its password is hashed: simultaneous guesses cannot exceed a limit, and refused ones
     * cost no hash. A refused attempt leaves no limit higher than it was.
     */
    async begin(): Promise<{ refusal: TooManyAttemptsRefusal } | LoginAttempt> {
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
 * Remembers that the owner of the account uses this network, and removes wrong guesses at the account. Those of the
 * network stay: otherwise the owner of one account could go on guessing at all others.
 */
export async function recordSuccessfulLogin(
  account: string,
  { site, ipAddress }: Pick<Client, 'site' | 'ipAddress'>,
  limits: RateLimits,
): Promise<void> {
  const here = accountFromNetwork(account, ipAddress);
  await limits.consume(site.id, 'login-known', here);
  await limits.reset(site.id, 'login-here', here);
  await limits.reset(site.id, 'login-account', account);
}
