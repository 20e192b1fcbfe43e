/** What is limited: how many points in how many seconds. Each is counted for one estate. */
export const limitsOf = {
  /** Wrong log-ins of one account, and from one address. */
  'login-account': { points: 10, seconds: 900 },
  'login-address': { points: 50, seconds: 900 },
  'register-address': { points: 20, seconds: 3_600 },
  'reset-account': { points: 5, seconds: 3_600 },
  'reset-address': { points: 20, seconds: 3_600 },
  'link-address': { points: 60, seconds: 900 },
  'newsletter-address': { points: 20, seconds: 3_600 },
  'mail-recipient': { points: 5, seconds: 3_600 },
  'closure-account': { points: 5, seconds: 86_400 },
  'password-account': { points: 10, seconds: 900 },
  'code-address': { points: 60, seconds: 900 },
  'order-account': { points: 300, seconds: 3_600 },
  'withdrawal-address': { points: 20, seconds: 3_600 },
} as const;
export type LimitName = keyof typeof limitsOf;

export interface RateLimits {
  /** Counts one more try of `who` (an account, an address); answers whether it is still allowed. */
  allows(siteId: number, limit: LimitName, who: string): Promise<boolean>;
  /** Whether `who` has any tries left, without counting one. */
  hasLeft(siteId: number, limit: LimitName, who: string): Promise<boolean>;
  /** Forgets the tries of `who`, after a success. */
  forgive(siteId: number, limit: LimitName, who: string): Promise<void>;
}
