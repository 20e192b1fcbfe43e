import { describe, expect, it, vi } from 'vitest';
import { createMailRecordsFinder } from '#server/api/site/find-missing-mail-records.ts';
import { type DnsResolver, DnsUnavailableError } from '#server/http/dns-resolver.ts';

const email = 'contact@estate.example';
const domain = 'estate.example';

function createDns(records: { servers?: string[]; texts?: string[] } | Promise<never> | 'slow') {
  const answer = async <T>(value: (known: { servers?: string[]; texts?: string[] }) => T): Promise<T> =>
    records === 'slow' ? new Promise<never>(() => {}) : value(await records);
  return {
    readMailServers: vi.fn(() => answer(({ servers = [] }) => servers)),
    readTexts: vi.fn(() => answer(({ texts = [] }) => texts)),
    hasAddress: async () => true,
  } satisfies DnsResolver;
}
const servers = ['mail.example'];
const texts = ['google-site-verification=x', 'v=spf1 include:mail.example -all'];

describe('the check of a mail domain', () => {
  it.each([
    ['nothing', { servers, texts }, []],
    ['the MX record', { texts }, ['MX']],
    ['the SPF record', { servers, texts: ['v=spf10', 'spf'] }, ['SPF']],
    ['both records', {}, ['MX', 'SPF']],
  ] as const)('finds that %s is missing', async (_, records, missing) => {
    const check = createMailRecordsFinder(createDns(records as { servers?: string[]; texts?: string[] }));
    expect(await check(40, email)).toEqual({ domain, missing });
  });

  it('reports that a domain could not be checked while the DNS is down, and tries again later', async () => {
    const dns = createDns(Promise.reject(new DnsUnavailableError('ESERVFAIL')));
    const check = createMailRecordsFinder(dns, { failureTtlMs: 20 });
    expect(await check(40, email)).toEqual({ domain, missing: null });
    expect(await check(40, email)).toEqual({ domain, missing: null });
    expect(dns.readTexts).toHaveBeenCalledTimes(1);
    await vi.waitFor(async () => {
      await check(40, email);
      expect(dns.readTexts.mock.calls.length).toBeGreaterThan(1);
    });
  });

  it('does not wait for a slow DNS, and starts no second look-up meanwhile', async () => {
    const dns = createDns('slow');
    const check = createMailRecordsFinder(dns, { maxWaitMs: 20 });
    expect(await check(40, email)).toEqual({ domain, missing: null });
    expect(await check(40, email)).toEqual({ domain, missing: null });
    expect(dns.readTexts).toHaveBeenCalledTimes(1);
  });

  it('keeps the result of each site for some minutes', async () => {
    const dns = createDns({ servers, texts });
    const check = createMailRecordsFinder(dns);
    for (const site of [40, 40, 41]) await check(site, email);
    expect(dns.readTexts).toHaveBeenCalledTimes(2);
  });

  it.each(['', '[à compléter]', 'contact', 'contact@localhost'])('has no result for the address "%s"', async (text) => {
    expect(await createMailRecordsFinder(createDns({ servers, texts }))(40, text)).toBeNull();
  });

  it('throws an error of the program', async () => {
    const check = createMailRecordsFinder(createDns(Promise.reject(new TypeError('a fault'))));
    await expect(check(40, email)).rejects.toThrow(TypeError);
  });
});
