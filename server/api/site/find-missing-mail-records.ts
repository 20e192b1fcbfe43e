import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { type DnsResolver, DnsUnavailableError } from '#server/http/dns-resolver.ts';
import { createConcurrencyLimiter, createSingleFlight, QueueFullError } from '#server/http/limiter.ts';
import { normaliseDomainName } from '#shared/site/domain-name.ts';
import type { MailDomainCheck } from '#shared/site/go-live.ts';

/**
 * Looks up whether the domain of an email address has the DNS records that mails need (MX and SPF).
 * @returns Null for a text without a domain name.
 */
export type FindMissingMailRecords = (siteId: number, email: string) => Promise<MailDomainCheck | null>;

interface MailDomainCheckOptions {
  /** Maximum time that a caller waits. A slower look-up continues, and later callers get its result. */
  maxWaitMs?: number;
  ttlMs?: number;
  /** Time for which a domain that could not be checked is not looked up again. */
  failureTtlMs?: number;
}

const lookupLimits = { concurrency: 4, maxQueue: 40 };
const maxCachedDomains = 2_000;

export function createMailRecordsFinder(
  dns: DnsResolver,
  { maxWaitMs = 1_000, ttlMs = 300_000, failureTtlMs = 30_000 }: MailDomainCheckOptions = {},
): FindMissingMailRecords {
  const limit = createConcurrencyLimiter(lookupLimits);
  const runOnce = createSingleFlight<MailDomainCheck>();
  const cache = new LRUCache<string, MailDomainCheck>({ max: maxCachedDomains });

  const lookUp = async (domain: string): Promise<MailDomainCheck> => {
    try {
      const [servers, texts] = await limit(() => Promise.all([dns.readMailServers(domain), dns.readTexts(domain)]));
      const missing: MailDomainCheck['missing'] = [];
      if (servers.length === 0) missing.push('MX');
      if (!texts.some(isSpfRecord)) missing.push('SPF');
      return { domain, missing };
    } catch (error) {
      if (error instanceof DnsUnavailableError || error instanceof QueueFullError) return { domain, missing: null };
      throw error;
    }
  };

  return async (siteId, email) => {
    const domain = normaliseDomainName(email.slice(email.lastIndexOf('@') + 1));
    if (domain === null) return null;
    // The site is part of the key, so that no estate learns from the response time which domains other estates have
    // looked up.
    const key = `${siteId}:${domain}`;
    const cached = cache.get(key);
    if (cached) return cached;
    const check = runOnce(key, async () => {
      const result = await lookUp(domain);
      cache.set(key, result, { ttl: result.missing ? ttlMs : failureTtlMs });
      return result;
    });
    return Promise.race([check, sleep(maxWaitMs, { domain, missing: null }, { ref: false })]);
  };
}

/**
 * Checks whether a TXT record is an SPF record. The version must be followed by a space or the end of the record (RFC
 * 7208, 4.5).
 */
const isSpfRecord = (text: string): boolean => /^v=spf1(?: |$)/i.test(text);
