import { describe, expect, it } from 'vitest';
import { computeDomainVerificationRecord, matchesDomainVerificationRecord } from '#server/api/site/check-domains.ts';
import { isPublicSuffix } from '#server/api/site/site-hosting-routes.ts';

const key = '7f1c6a52-3c1e-4d0a-9a53-1d3a6d1f0c11';
const otherKey = '0b8a2a0e-94c4-4b6f-8f0b-5f4f2f6f7a22';
const domain = 'estate.example';

describe('the verification record of a domain', () => {
  it('is a TXT record below the domain, and the same each time', () => {
    const record = computeDomainVerificationRecord(key, domain);
    expect(record).toEqual({
      name: '_cuvee-verification.estate.example',
      value: expect.stringMatching(/^cuvee-site-verification=[\w-]{32}$/),
    });
    expect(computeDomainVerificationRecord(key, domain)).toEqual(record);
    expect(record.value).not.toContain(key.slice(0, 8));
  });

  it('is recognised among other records, with spaces or quotation marks around it', () => {
    const record = computeDomainVerificationRecord(key, domain);
    for (const text of [record.value, ` ${record.value} `, `"${record.value}"`])
      expect(matchesDomainVerificationRecord(record, ['v=spf1 -all', text])).toBe(true);
  });

  it('is another one for each site and domain', () => {
    const record = computeDomainVerificationRecord(key, domain);
    const others = [
      computeDomainVerificationRecord(otherKey, domain),
      computeDomainVerificationRecord(key, 'www.estate.example'),
    ];
    expect(new Set([record, ...others].map(({ value }) => value)).size).toBe(3);
    expect(
      matchesDomainVerificationRecord(
        record,
        others.map(({ value }) => value),
      ),
    ).toBe(false);
    expect(matchesDomainVerificationRecord(record, [])).toBe(false);
  });
});

describe('isPublicSuffix', () => {
  it.each(['co.uk', 'com.fr', 'asso.fr', 'com.de', 'github.io', 'vercel.app', 's3.amazonaws.com'])(
    'is true for %s',
    (name) => {
      expect(isPublicSuffix(name)).toBe(true);
    },
  );

  it.each(['estate.co.uk', 'estate.fr', 'estate.github.io', 'x.constructor', 'wine.example'])(
    'is false for %s',
    (name) => {
      expect(isPublicSuffix(name)).toBe(false);
    },
  );
});
