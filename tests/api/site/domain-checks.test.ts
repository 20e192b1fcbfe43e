import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRateLimiter, rateLimitRules } from '#server/api/limits/rate-limiter.ts';
import { createDnsResolver } from '#server/http/dns-resolver.ts';
import type { DnsTxtRecord } from '#shared/response-envelope.ts';
import type { HostingView } from '#shared/site/site-hosting-contract.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import {
  createDomainBody,
  hostingWithTwoDomains,
  resetHostingToTwoDomains,
} from '#tests/support/fixtures/site-hosting.ts';
import { type FakeDnsResponse, startFakeDnsServer } from '#tests/support/servers/fake-dns-server.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

/** The DNS responses by type and name, such as `TXT estate.example`. All other names do not exist. */
const records = new Map<string, FakeDnsResponse>();
const dnsServer = await startFakeDnsServer((type, name) => records.get(`${type} ${name}`) ?? 'nxdomain');
const dns = createDnsResolver({ servers: [dnsServer.address], timeoutMs: 1_500 });
const api = await startTestApi({ dns });
const trusting = await startTestApi({ dns, domainVerification: 'none' });
afterAll(() => dnsServer.close());

let superAdmin: Customer;
let otherSuperAdmin: Customer;
let trustedSuperAdmin: Customer;

beforeAll(async () => {
  for (const id of [40, 41]) await insertSite(api.db, id);
  await insertSite(trusting.db, 40, hostingWithTwoDomains);
  superAdmin = await createCustomer(api, { role: 'SUPER_ADMIN' });
  otherSuperAdmin = await createCustomer(api, { site: 41, role: 'SUPER_ADMIN' });
  trustedSuperAdmin = await createCustomer(trusting, { role: 'SUPER_ADMIN' });
});

beforeEach(async () => {
  records.clear();
  dnsServer.questions.length = 0;
  await resetHostingToTwoDomains(api.db, [40, 41]);
});

interface Answer {
  status: number;
  message: string;
  data: HostingView & { record?: DnsTxtRecord };
}

async function send(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  { user = superAdmin, site = 40, on = api } = {},
): Promise<Answer> {
  const options = { method, site, lang: 'en', headers: user.headers, ...(body && { body }) };
  const { status, text } = await on.call(`/admin/${path}`, options);
  return { status, ...(JSON.parse(text) as Omit<Answer, 'status'>) };
}
const add = (name: string, overrides: object = {}) => send('POST', 'domain', createDomainBody(name, overrides));
const publish = ({ record }: Answer['data']) =>
  records.set(`TXT ${record?.name}`, ['v=spf1 -all', record?.value ?? '']);

describe('a domain that an estate adds', () => {
  it('is refused with the missing record, until the estate publishes it', async () => {
    const refused = await add('Neuf.example');
    expect(refused).toMatchObject({
      status: 409,
      message: 'neuf.example does not have the TXT record yet that proves that it is yours.',
      data: {
        record: { name: '_cuvee-verification.neuf.example', value: expect.stringMatching(/^cuvee-site-verification=/) },
      },
    });
    expect(await add('neuf.example')).toMatchObject({ status: 409, data: { record: refused.data.record } });
    publish(refused.data);
    expect((await add('neuf.example')).status).toBe(200);
  });

  it('is not proven by the record of another estate or another domain', async () => {
    const other = await send('POST', 'domain', createDomainBody('neuf.example'), { user: otherSuperAdmin, site: 41 });
    expect(other.status).toBe(409);
    publish(other.data);
    expect((await add('neuf.example')).status).toBe(409);
    const { record } = (await add('autre.example')).data;
    records.set('TXT _cuvee-verification.neuf.example', [record?.value ?? '']);
    expect((await add('neuf.example')).status).toBe(409);
    // A verification record of the domain itself is ignored, because the record belongs to a subdomain.
    records.set('TXT neuf.example', [(await add('neuf.example')).data.record?.value ?? '']);
    expect((await add('neuf.example')).status).toBe(409);
  });

  it('needs the record again after it was removed', async () => {
    publish((await add('neuf.example')).data);
    expect((await add('neuf.example')).status).toBe(200);
    expect((await send('DELETE', 'domain/neuf.example?revision=1')).status).toBe(200);
    records.clear();
    expect((await add('neuf.example', { revision: 2 })).status).toBe(409);
  });

  it.each(['servfail', 'silent'] as const)(
    'is refused with another reason if the DNS is unavailable (%s)',
    async (answer) => {
      records.set('TXT _cuvee-verification.neuf.example', answer);
      const refused = await add('neuf.example');
      expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('could not be checked now') });
      expect(refused.data.record).toBeUndefined();
    },
  );

  it('is not looked up if it is refused anyway', async () => {
    expect((await add('estate-40.example')).status).toBe(409);
    expect((await add('estate-41.example')).status).toBe(409);
    expect((await add('neuf.example', { revision: 7 })).status).toBe(409);
    expect((await add('co.uk')).status).toBe(422);
    expect(dnsServer.questions).toEqual([]);
  });

  it('is looked up without a lock: other changes do not wait for a slow DNS', async () => {
    records.set('TXT _cuvee-verification.neuf.example', 'silent');
    const slow = add('neuf.example');
    await expect.poll(() => dnsServer.questions.length).toBeGreaterThan(0);
    const startedAt = Date.now();
    expect((await send('DELETE', 'domain/www.estate-40.example?revision=0')).status).toBe(200);
    expect(Date.now() - startedAt).toBeLessThan(1_000);
    expect((await slow).status).toBe(409);
  });

  it('is refused if another change was made during the look-up', async () => {
    publish((await add('neuf.example')).data);
    const answers = await Promise.all([add('neuf.example'), add('neuf.example')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('a change of a domain', () => {
  it('requires the verification record of a new name only', async () => {
    const rename = (name: string) => send('PUT', 'domain/www.estate-40.example', createDomainBody(name));
    expect((await rename('www.estate-40.example')).status).toBe(200);
    expect(dnsServer.questions).toEqual([]);
    const refused = await send(
      'PUT',
      'domain/www.estate-40.example',
      createDomainBody('neuf.example', { revision: 1 }),
    );
    expect(refused).toMatchObject({ status: 409, data: { record: { name: '_cuvee-verification.neuf.example' } } });
  });

  it('is refused if it makes a domain the main one that does not yet resolve to an address', async () => {
    const makeMain = () =>
      send('PUT', 'domain/www.estate-40.example', createDomainBody('www.estate-40.example', { isCanonical: true }));
    expect(await makeMain()).toMatchObject({
      status: 409,
      message: expect.stringContaining('www.estate-40.example leads to no server yet'),
    });
    records.set('A www.estate-40.example', 'servfail');
    records.set('AAAA www.estate-40.example', 'servfail');
    expect((await makeMain()).message).toContain('could not be checked now');
    records.set('AAAA www.estate-40.example', ['2001:db8::1']);
    expect((await makeMain()).status).toBe(200);
  });

  it('is refused if it gives a new language a domain that does not yet resolve to an address', async () => {
    const addEnglish = () =>
      send('PUT', 'language', {
        revision: 0,
        defaultLang: 'fr_FR',
        languages: [{ lang: 'fr_FR' }, { lang: 'en', domain: 'www.estate-40.example' }],
      });
    expect((await addEnglish()).message).toContain('leads to no server yet');
    records.set('A www.estate-40.example', ['192.0.2.1']);
    expect((await addEnglish()).status).toBe(200);
  });

  it('needs both a verification record and an address for a new main domain', async () => {
    const addMain = () => add('neuf.example', { isCanonical: true });
    publish((await addMain()).data);
    expect((await addMain()).message).toContain('leads to no server yet');
    records.set('A neuf.example', ['192.0.2.1']);
    expect((await addMain()).status).toBe(200);
  });
});

describe('the check of domains', () => {
  it('is not made if the operator has switched it off', async () => {
    const addTrusted = (name: string, revision: number) =>
      send('POST', 'domain', createDomainBody(name, { revision, isCanonical: true }), {
        user: trustedSuperAdmin,
        on: trusting,
      });
    expect((await addTrusted('neuf.example', 0)).status).toBe(200);
    expect((await addTrusted('co.uk', 1)).status).toBe(422);
    expect(dnsServer.questions).toEqual([]);
  });

  it('is limited for each estate', async () => {
    const limits = createRateLimiter(api.db);
    const { points } = rateLimitRules['domain-check-site'];
    for (let attempt = 0; attempt < points; attempt++) await limits.consume(41, 'domain-check-site', 'site');
    const refused = await send('POST', 'domain', createDomainBody('neuf.example'), {
      user: otherSuperAdmin,
      site: 41,
    });
    expect(refused).toMatchObject({ status: 429, message: expect.stringContaining('too often') });
    expect(dnsServer.questions).toEqual([]);
    expect((await add('neuf.example')).status).toBe(409);
    expect(dnsServer.questions).not.toEqual([]);
  });
});
