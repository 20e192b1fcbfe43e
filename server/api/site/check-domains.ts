import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { createAttemptCounter, type RateLimiter, type RateLimitName } from '#server/api/limits/rate-limiter.ts';
import { toClientNetwork } from '#server/http/client-network.ts';
import { type DnsResolver, DnsUnavailableError } from '#server/http/dns-resolver.ts';
import { createFairQueue } from '#server/http/fair-queue.ts';
import { type RefusedOutcome, refuse } from '#shared/outcome.ts';
import type { DnsTxtRecord } from '#shared/response-envelope.ts';
import type { DomainsToCheck } from '#shared/site/find-domains-to-check.ts';

const recordLabel = '_cuvee-verification';
const tokenLength = 32;

/**
 * Computes the TXT record that an estate has to publish to prove that it controls a domain. The record's value depends
 * on the site and the domain, so that no other site can use the record, and stays the same until the site is erased.
 * The value is not a secret, because everyone can read the DNS: it proves control of the domain to this installation
 * only.
 */
export function computeDomainVerificationRecord(key: string, domain: string): DnsTxtRecord {
  const signature = createHmac('sha256', key).update(`domain-verification:${domain}`).digest('base64url');
  return {
    name: `${recordLabel}.${domain}`,
    value: `cuvee-site-verification=${signature.slice(0, tokenLength)}`,
  };
}

/**
 * Checks whether the TXT records contain the described record.
 * @param texts The TXT records under its name.
 */
export const matchesDomainVerificationRecord = ({ value }: DnsTxtRecord, texts: readonly string[]): boolean =>
  texts.some((text) => trimText(text) === value);

/**
 * Removes white space and quotation marks around a text. Some registrars store the quotation marks that users copy from
 * instructions.
 */
const trimText = (text: string): string => text.trim().replace(/^"(.*)"$/, '$1');

/** @throws Error if there is no such site. */
export async function readVerificationKey(tx: SiteTx, siteId: number): Promise<string> {
  const [site] = await tx.select({ key: sites.domainVerificationKey }).from(sites).where(eq(sites.id, siteId));
  if (!site) throw new Error(`site ${siteId} does not exist`);
  return site.key;
}

type DomainCheckRefusal = 'domain_unproven' | 'domain_unresolved' | 'domain_check_failed' | 'too_many';

interface DomainCheckSender {
  siteId: number;
  /** The key from which the site's DNS records for verification are computed. */
  verificationKey: string;
  ipAddress: string;
}

/**
 * Checks in the DNS whether an estate controls the domains that it adds, and whether the domains that it makes
 * canonical have an address. The check can take seconds, so it is not called within a transaction.
 * @returns The refusal; null if the domains are accepted.
 * @throws QueueFullError if too many checks wait.
 */
export type CheckDomains = (
  sender: DomainCheckSender,
  domains: DomainsToCheck,
) => Promise<RefusedOutcome<DomainCheckRefusal> | null>;

/** Accepts all domains without a check, for installations that do not check domains. */
export const acceptAllDomains: CheckDomains = async () => null;

interface DomainCheckDependencies {
  dns: DnsResolver;
  limits: RateLimiter;
}

/**
 * Limits of the checks. A check of a domain whose name servers do not respond takes seconds, so a fair queue limits the
 * share of each site and network.
 */
const queueLimits = { concurrency: 8, maxQueue: 40, maxQueuePerSite: 5, maxQueuePerNetwork: 5, maxWaitMs: 6_000 };

export function createDomainCheck({ dns, limits }: DomainCheckDependencies): CheckDomains {
  const queue = createFairQueue(queueLimits);

  const checkDomainVerification = async (key: string, name: string) => {
    const record = computeDomainVerificationRecord(key, name);
    if (matchesDomainVerificationRecord(record, await dns.readTexts(record.name))) return null;
    return { ...refuse('domain_unproven', { values: { domain: name } }), record };
  };
  const checkAddress = async (name: string) =>
    (await dns.hasAddress(name)) ? null : refuse('domain_unresolved', { values: { domain: name } });
  const check = async (key: string, { added, canonical }: DomainsToCheck) => {
    const refusals = await Promise.all([
      ...added.map((name) => orCheckFailed(name, () => checkDomainVerification(key, name))),
      ...canonical.map((name) => orCheckFailed(name, () => checkAddress(name))),
    ]);
    return refusals.find((refusal) => refusal !== null) ?? null;
  };

  return async ({ siteId, verificationKey, ipAddress }, domains) => {
    if (domains.added.length + domains.canonical.length === 0) return null;
    const countAttempt = createAttemptCounter(limits, siteId);
    const counted: readonly [RateLimitName, string][] = [
      ['domain-check-client', ipAddress],
      ['domain-check-network', ipAddress],
      ['domain-check-site', 'site'],
    ];
    for (const [limit, subject] of counted) {
      const refusal = await countAttempt(limit, subject);
      if (refusal) return refusal;
    }
    return queue.run({ siteId, network: toClientNetwork(ipAddress) }, () => check(verificationKey, domains));
  };
}

async function orCheckFailed<Refusal extends string>(
  domain: string,
  check: () => Promise<RefusedOutcome<Refusal> | null>,
): Promise<RefusedOutcome<Refusal | 'domain_check_failed'> | null> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof DnsUnavailableError) return refuse('domain_check_failed', { values: { domain } });
    throw error;
  }
}
