import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { auditEntries } from '#server/api/audit/audit-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { lockSiteHosting } from '#server/api/site/site-hosting.ts';
import { pageEntries } from '#server/api/site/site-tables.ts';
import { createDnsResolver } from '#server/http/dns-resolver.ts';
import { maxDomains } from '#shared/site/edit-site-hosting.ts';
import type { HostingView } from '#shared/site/site-hosting-contract.ts';
import {
  createCompleteDnsForVerificationKeys,
  readDomainVerificationKeys,
} from '#tests/support/fixtures/complete-dns.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import {
  createDomainBody,
  hostingWithTwoDomains,
  resetHostingToTwoDomains,
} from '#tests/support/fixtures/site-hosting.ts';
import { startFakeDnsServer } from '#tests/support/servers/fake-dns-server.ts';
import { type CallOptions, startTestApi, testApiSecret } from '#tests/support/servers/test-api.ts';

const verificationKeys: string[] = [];
const dnsServer = await startFakeDnsServer(createCompleteDnsForVerificationKeys(verificationKeys));
const api = await startTestApi({ dns: createDnsResolver({ servers: [dnsServer.address] }) });
afterAll(() => dnsServer.close());
let superAdmin: Customer;
let admin: Customer;
let member: Customer;
let otherSuperAdmin: Customer;

beforeAll(async () => {
  for (const id of [40, 41]) await insertSite(api.db, id);
  verificationKeys.push(...(await readDomainVerificationKeys(api.db)));
  await api.db.update(sites).set({ cookieDomain: 'shared.example' }).where(eq(sites.id, 41));
  superAdmin = await createCustomer(api, { role: 'SUPER_ADMIN' });
  admin = await createCustomer(api, { role: 'ADMIN' });
  member = await createCustomer(api);
  otherSuperAdmin = await createCustomer(api, { site: 41, role: 'SUPER_ADMIN' });
});

beforeEach(async () => {
  await resetHostingToTwoDomains(api.db);
  await withSiteTransaction(api.db, 40, (tx) => tx.delete(auditEntries));
});

async function call(path: string, options: CallOptions & { user?: Customer; at?: string } = {}) {
  const { user = superAdmin, at, headers, ...rest } = options;
  const origin: Record<string, string> = at ? { 'x-api-secret': testApiSecret, 'x-site-origin': `https://${at}` } : {};
  const { status, text } = await api.call(`/admin/${path}`, {
    ...rest,
    headers: { ...user.headers, ...origin, ...headers },
  });
  const { data, message } = JSON.parse(text) as { data: HostingView & { present?: HostingView }; message: string };
  return { status, data, message };
}

const add = (name: string, overrides: object = {}) =>
  call('domain', { method: 'POST', body: createDomainBody(name, overrides) });
const namesOf = ({ domains }: HostingView) => domains.map(({ name }) => name);
const readSite = async (id = 40) => (await api.db.select().from(sites).where(eq(sites.id, id)))[0]!;

describe('the calls for domains and languages', () => {
  const calls = [
    ['GET', 'domain', undefined, 403],
    ['POST', 'domain', createDomainBody('neuf.example'), 403],
    ['PUT', 'domain/www.estate-40.example', createDomainBody('neuf.example'), 403],
    ['DELETE', 'domain/www.estate-40.example?revision=0', undefined, 403],
    ['GET', 'language', undefined, 200],
    ['PUT', 'language', { revision: 0, languages: [{ lang: 'fr_FR' }], defaultLang: 'fr_FR' }, 200],
  ] as const;

  it.each(calls)(
    '%s /admin/%s responds to visitors, members and staff by their role',
    async (method, path, body, status) => {
      const options = { method, ...(body && { body }) };
      expect((await api.call(`/admin/${path}`, options)).status).toBe(401);
      expect((await call(path, { ...options, user: otherSuperAdmin })).status).toBe(401);
      expect((await call(path, { ...options, user: member })).status).toBe(403);
      expect((await call(path, { ...options, user: admin })).status).toBe(status);
    },
  );
});

test('domains and languages are read without waiting for a change of them', async () => {
  const isRead = await withSiteTransaction(api.db, 40, async (tx) => {
    await lockSiteHosting(tx);
    return Promise.race([
      Promise.all([call('domain'), call('language')]).then(([first, second]) => [first.status, second.status]),
      sleep(2_000, 'waiting'),
    ]);
  });
  expect(isRead).toEqual([200, 200]);
});

describe('a new domain', () => {
  it('is normalised, redirects, and leaves a revision and an audit entry', async () => {
    const { status, data } = await add(' HTTPS://Château-Neuf.Example/ ');
    expect([status, data.revision, data.isEdited]).toEqual([200, 1, true]);
    expect(data.domains.at(-1)).toEqual({
      name: 'xn--chteau-neuf-x7a.example',
      lang: 'fr_FR',
      isCanonical: false,
      isCurrent: false,
    });
    expect((await call('domain')).data).toEqual(data);
    expect((await readSite()).origins).toEqual(hostingWithTwoDomains.origins);
    const [entry] = await withSiteTransaction(api.db, 40, (tx) => tx.select().from(auditEntries));
    expect(entry).toMatchObject({
      userId: superAdmin.id,
      resource: 'domain',
      key: 'xn--chteau-neuf-x7a.example',
      action: 'CREATE',
      before: { hosts: hostingWithTwoDomains.hosts },
      after: { hosts: [...hostingWithTwoDomains.hosts, { name: 'xn--chteau-neuf-x7a.example', lang: 'fr_FR' }] },
    });
  });

  it.each([
    ['estate-40.example', 409, 'already in the list'],
    ['chai', 422, 'Enter a domain name'],
    ['192.0.2.7', 422, 'Enter a domain name'],
    ['neuf.example/vins', 422, 'Enter a domain name'],
    ['neuf.example:8080', 422, 'Enter a domain name'],
    ['chai.localhost', 422, 'reserved'],
    ['chai.internal', 422, 'reserved'],
    ['co.uk', 422, 'others get names below it'],
    ['github.io', 422, 'others get names below it'],
  ])('is refused with the name %s: status %i', async (name, status, message) => {
    const refused = await add(name, {});
    expect(refused.status).toBe(status);
    const english = await call('domain', { method: 'POST', body: createDomainBody(name), lang: 'en' });
    expect(english.message).toContain(message);
    expect((await readSite()).hostingEditedAt).toBeNull();
  });

  it.each(['estate-41.example', 'sub.estate-41.example', 'a.shared.example'])(
    'is refused if another estate has it, without naming that estate: %s',
    async (name) => {
      const { status, message } = await call('domain', { method: 'POST', body: createDomainBody(name), lang: 'en' });
      expect([status, message]).toEqual([409, 'This domain is not available.']);
    },
  );

  it('is given to one of two estates that ask for it at the same time', async () => {
    const { revision } = (await call('domain', { user: otherSuperAdmin, site: 41 })).data;
    const answers = await Promise.all([
      add('disputed.example'),
      call('domain', {
        user: otherSuperAdmin,
        site: 41,
        method: 'POST',
        body: createDomainBody('disputed.example', { revision }),
      }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('is refused beyond the maximum', async () => {
    const hosts = Array.from({ length: maxDomains }, (_, i) => ({ name: `d${i}.example`, lang: 'fr_FR' as const }));
    await api.db
      .update(sites)
      .set({ hosts, origins: { fr_FR: 'https://d0.example' } })
      .where(eq(sites.id, 40));
    expect((await add('neuf.example')).status).toBe(409);
  });
});

describe('a change of a domain', () => {
  it('makes it canonical, after which the former one can be removed', async () => {
    const path = 'domain/www.estate-40.example';
    const changed = await call(path, {
      method: 'PUT',
      body: createDomainBody('www.estate-40.example', { isCanonical: true }),
    });
    expect(changed.status).toBe(200);
    expect((await readSite()).origins).toEqual({ fr_FR: 'https://www.estate-40.example' });
    const removed = await call('domain/estate-40.example?revision=1', { method: 'DELETE' });
    expect([removed.status, namesOf(removed.data)]).toEqual([200, ['www.estate-40.example']]);
    expect((await call(`${path}?revision=2`, { method: 'DELETE' })).status).toBe(409);
  });

  it('is refused for the canonical domain, the current one and an unknown one', async () => {
    const remove = (name: string, at?: string) =>
      call(`domain/${name}?revision=0`, { method: 'DELETE', lang: 'en', ...(at && { at }) });
    expect(await remove('estate-40.example')).toMatchObject({ status: 409, message: /main domain/ });
    expect(await remove('www.estate-40.example', 'www.estate-40.example')).toMatchObject({
      status: 409,
      message: /working at this domain/,
    });
    expect((await remove('unknown.example')).status).toBe(404);
    const renamed = await call('domain/www.estate-40.example', {
      method: 'PUT',
      at: 'www.estate-40.example',
      body: createDomainBody('neuf.example'),
    });
    expect(renamed.status).toBe(409);
  });

  it('is refused with the present state if it is based on an older revision', async () => {
    await add('neuf.example');
    const stale = await add('autre.example');
    expect(stale.status).toBe(409);
    expect(namesOf(stale.data.present!)).toContain('neuf.example');
  });
});

describe('the languages', () => {
  const save = (languages: object[], revision: number, overrides: CallOptions & { at?: string } = {}) =>
    call('language', { ...overrides, method: 'PUT', body: { revision, languages, defaultLang: 'fr_FR' } });

  it('gain one at a free domain, and lose it again to a redirect', async () => {
    expect((await save([{ lang: 'fr_FR' }, { lang: 'en' }], 0)).status).toBe(422);
    const withDomain = (name: string) => [{ lang: 'fr_FR' }, { lang: 'en', domain: name }];
    expect((await save(withDomain('estate-40.example'), 0)).status).toBe(422);
    const gained = await save(withDomain('www.estate-40.example'), 0);
    expect(gained).toMatchObject({ status: 200, data: { languages: ['fr_FR', 'en'] } });
    expect(gained.data.domains[1]).toMatchObject({ lang: 'en', isCanonical: true });
    const listSiteLanguages = async () => (await api.call<'GET /language'>('/language')).data.languages;
    await expect.poll(async () => (await listSiteLanguages()).map(({ code }) => code)).toEqual(['fr_FR', 'en']);
    expect((await save([{ lang: 'fr_FR' }], 1, { at: 'www.estate-40.example' })).status).toBe(409);
    const lost = await save([{ lang: 'fr_FR' }], 1);
    expect(lost.data.domains[1]).toMatchObject({ lang: 'fr_FR', isCanonical: false });
    expect((await readSite()).origins).toEqual(hostingWithTwoDomains.origins);
  });

  it('are added by a SUPER_ADMIN only, because that changes a main domain', async () => {
    const body = {
      revision: 0,
      languages: [{ lang: 'fr_FR' }, { lang: 'en', domain: 'www.estate-40.example' }],
      defaultLang: 'fr_FR',
    };
    const refused = await call('language', { method: 'PUT', body, user: admin, lang: 'en' });
    expect(refused).toMatchObject({ status: 403, message: /super administrator/ });
    expect((await readSite()).languages).toEqual(['fr_FR']);
    expect((await call('language', { method: 'PUT', body })).status).toBe(200);
    const taken = { ...body, revision: 1, languages: [{ lang: 'fr_FR' }] };
    expect((await call('language', { method: 'PUT', body: taken, user: admin })).status).toBe(200);
  });

  it('begin with a copy of the page tree of the default language, which stays when they return', async () => {
    const entry = { lang: 'fr_FR' as const, title: '', metaDescription: '', showInMenu: true, isText: false };
    const plain = { ...entry, type: 'PAGE', isCmsPage: false, cmsRoute: '', linkType: 'NONE' as const };
    const texts = { linkUrl: '', linkCode: '', position: 0 };
    await withSiteTransaction(api.db, 40, (tx) =>
      tx.insert(pageEntries).values([
        { ...plain, ...texts, id: 1, url: 'domaine', menuTitle: 'Le domaine' },
        { ...plain, ...texts, id: 2, parentId: 1, url: 'chai', menuTitle: 'Le chai' },
      ]),
    );
    const readTree = () =>
      withSiteTransaction(api.db, 40, (tx) =>
        tx.select().from(pageEntries).where(eq(pageEntries.lang, 'en')).orderBy(pageEntries.id),
      );
    const withEnglish = [{ lang: 'fr_FR' }, { lang: 'en', domain: 'www.estate-40.example' }];
    expect((await save(withEnglish, 0)).status).toBe(200);
    const copied = await readTree();
    expect(copied.map(({ url }) => url).sort()).toEqual(['chai', 'domaine']);
    const [parent, child] = copied.toSorted((a, b) => (a.parentId ?? 0) - (b.parentId ?? 0));
    expect(child?.parentId).toBe(parent?.id);
    await save([{ lang: 'fr_FR' }], 1);
    expect((await save(withEnglish, 2)).status).toBe(200);
    expect(await readTree()).toEqual(copied);
  });

  it('never become empty or lose the default one', async () => {
    expect((await save([], 0)).status).toBe(400);
    expect((await save([{ lang: 'en', domain: 'www.estate-40.example' }], 0)).status).toBe(422);
  });
});
