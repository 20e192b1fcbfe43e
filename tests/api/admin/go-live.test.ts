import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { acceptedPaymentMethods } from '#server/api/payments/payments-tables.ts';
import { pageEntries, parameters, siteInfos } from '#server/api/site/site-tables.ts';
import { createDnsResolver } from '#server/http/dns-resolver.ts';
import type { Lang } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';
import type { ParameterKey } from '#shared/site/parameter-definitions.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { type FakeDnsResponse, startFakeDnsServer } from '#tests/support/servers/fake-dns-server.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

/** The DNS responses by type and domain, such as `MX domaine.example`. All other names do not exist. */
const records = new Map<string, FakeDnsResponse>();
const dnsServer = await startFakeDnsServer((type, name) => records.get(`${type} ${name}`) ?? 'nxdomain');
afterAll(() => dnsServer.close());
const api = await startTestApi({ dns: createDnsResolver({ servers: [dnsServer.address], timeoutMs: 3_000 }) });
let admin: Customer;

beforeAll(async () => {
  await insertSite(api.db, 40, { languages: ['fr_FR', 'en'] });
  await insertSite(api.db, 41);
  admin = await createCustomer(api, { role: 'ADMIN' });
});

const readBoard = async () => (await api.call<'GET /admin/go-live'>('/admin/go-live', { headers: admin.headers })).data;
const openDuties = async () =>
  (await readBoard()).tasks.flatMap(({ code, isLegalDuty, isDone }) => (isLegalDuty && !isDone ? [code] : []));
const setTexts = (texts: Partial<Record<ParameterKey, Localized>>, site = 40) =>
  withSiteTransaction(api.db, site, async (tx) => {
    for (const [type, value] of Object.entries(texts) as [ParameterKey, Localized][])
      await tx
        .insert(parameters)
        .values({ type, value })
        .onConflictDoUpdate({ target: [parameters.siteId, parameters.type], set: { value } });
  });
const legalTexts = {
  SALE_TERMS: 'Conditions. Médiateur : Médiation des Rivages.',
  LEGAL_NOTICE: 'Éditeur',
  PRIVACY_POLICY: 'Données',
  COMPANY_NAME: 'Domaine',
  HEAD_OFFICE: 'Le bourg',
  COMPANY_PHONE: '05 45 00 00 01',
  COMPANY_EMAIL: 'contact@domaine.example',
  RCS_NUMBER: 'RCS 1',
};
const info = { fonts: [], isWinemaker: true, isECommerce: true };

/**
 * Saves an item of the panel at its present revision.
 * @returns The status and message of the API.
 */
async function save(path: string, item: object) {
  const present = await api.call(`/admin/${path}`, { headers: admin.headers });
  const { revision = 0 } = (JSON.parse(present.text).data ?? {}) as { revision?: number };
  const body = { revision, item };
  const { status, message } = await api.call(`/admin/${path}`, { method: 'PUT', headers: admin.headers, body });
  return { status, message };
}
const addPaymentMethod = async () => {
  const item = { method: 'CHEQUE', position: 1, label: 'Chèque', instructions: '' };
  return (await api.call('/admin/payment-method', { method: 'POST', headers: admin.headers, body: { item } })).status;
};

describe('the go-live board', () => {
  it('lists what the law and the shop need, from the data of this estate alone', async () => {
    await setTexts(legalTexts, 41);
    const board = await readBoard();
    expect(board.isSelling).toBe(false);
    expect(board.tasks[0]).toEqual({
      code: 'terms',
      isLegalDuty: true,
      isDone: false,
      screen: 'parameter',
      parameter: { key: 'SALE_TERMS', isSet: false },
      isReserved: false,
    });
    expect(await openDuties()).toEqual(['terms', 'mediator', 'legal-notice', 'privacy-policy', 'company']);
    await setTexts(legalTexts);
    expect(await openDuties()).toEqual([]);
  });
});

describe('the accessibility statement', () => {
  const readTask = async () => (await readBoard()).tasks.find(({ code }) => code === 'accessibility');
  const addPage = (lang: Lang, id: number, site = 40) =>
    withSiteTransaction(api.db, site, (tx) =>
      tx.insert(pageEntries).values({
        lang,
        id,
        position: id,
        url: 'accessibility',
        menuTitle: 'A',
        title: 'A',
        metaDescription: '',
        showInMenu: false,
        isText: false,
        type: 'ACCESSIBILITY',
        isCmsPage: false,
        cmsRoute: '',
        linkType: 'NONE',
        linkUrl: '',
        linkCode: '',
      }),
    );

  it('is advised until it has a text and a page in each language of the site', async () => {
    const missing = { isLegalDuty: false, isDone: false, parameter: { key: 'ACCESSIBILITY', isSet: false } };
    expect(await readTask()).toMatchObject(missing);
    await setTexts({ ACCESSIBILITY: 'Le site est partiellement conforme.' });
    await addPage('fr_FR', 901);
    await addPage('en', 902, 41);
    expect(await readTask()).toMatchObject({ isDone: false, screen: 'page-tree', parameter: null });
    await addPage('en', 902);
    expect(await readTask()).toMatchObject({ isDone: true });
  });
});

describe('a stored setting that is refused now', () => {
  const readTask = async () => (await readBoard()).tasks.find(({ code }) => code === 'settings');

  it('is a task until it is corrected', async () => {
    expect(await readTask()).toBeUndefined();
    await setTexts({ MENU_TYPE: 'STICKY' });
    expect(await readTask()).toMatchObject({ isDone: false, parameter: { key: 'MENU_TYPE', isSet: true } });
    await setTexts({ MENU_TYPE: 'FIXED' });
    expect(await readTask()).toBeUndefined();
  });
});

describe('the domain from which mails come', () => {
  const spf = ['v=spf1 -all'];
  const readTask = async (domain: string) => {
    await setTexts({ COMPANY_EMAIL: `contact@${domain}` });
    return (await readBoard()).tasks.find(({ code }) => code === 'mail-domain');
  };

  it.each<[string, FakeDnsResponse, FakeDnsResponse, ('MX' | 'SPF')[]]>([
    ['complete', ['mail.example'], spf, []],
    ['no-mx', [], spf, ['MX']],
    ['no-spf', ['mail.example'], 'nxdomain', ['SPF']],
    ['empty', 'nxdomain', 'nxdomain', ['MX', 'SPF']],
  ])('is checked for its records: %s', async (name, mailServers, texts, missing) => {
    const domain = `${name}.example`;
    records.set(`MX ${domain}`, mailServers).set(`TXT ${domain}`, texts);
    const isDone = missing.length === 0;
    expect(await readTask(domain)).toEqual({
      code: 'mail-domain',
      isLegalDuty: false,
      isDone,
      screen: null,
      parameter: null,
      isReserved: false,
      mailDomain: { domain, missing },
    });
  });

  it.each(['servfail', 'silent'] as const)(
    'leaves the board as it is while the DNS is unavailable (%s)',
    async (answer) => {
      const domain = `${answer}.example`;
      records.set(`MX ${domain}`, answer).set(`TXT ${domain}`, answer);
      const startedAt = Date.now();
      expect(await readTask(domain)).toMatchObject({ isDone: false, mailDomain: { domain, missing: null } });
      expect(Date.now() - startedAt).toBeLessThan(2_500);
    },
  );

  it('is not named before the estate has an email address', async () => {
    await setTexts({ COMPANY_EMAIL: '' });
    expect((await readBoard()).tasks.map(({ code }) => code)).not.toContain('mail-domain');
  });
});

describe('the opening of a shop by staff', () => {
  it('is refused while a legal duty is open, and the refusal changes nothing', async () => {
    await setTexts({ ...legalTexts, LEGAL_NOTICE: '' });
    await withSiteTransaction(api.db, 40, (tx) => tx.delete(acceptedPaymentMethods));
    // No legal duty prevents a site without payment methods from going live, because it sells nothing.
    expect((await save('site-info', { ...info, isBuilding: false })).status).toBe(200);
    expect(await addPaymentMethod()).toBe(409);
    expect((await readBoard()).isSelling).toBe(false);
    expect((await save('site-info', { ...info, isBuilding: true })).status).toBe(200);
    expect(await addPaymentMethod()).toBe(200);
    const refused = await save('site-info', { ...info, isBuilding: false });
    expect(refused).toEqual({ status: 409, message: expect.stringContaining('Mise en ligne') });
    const [stored] = await withSiteTransaction(api.db, 40, (tx) => tx.select().from(siteInfos));
    expect(stored?.isBuilding).toBe(true);
  });

  it('is possible once every legal duty is done', async () => {
    await setTexts(legalTexts);
    expect((await save('site-info', { ...info, isBuilding: false })).status).toBe(200);
    expect((await readBoard()).isSelling).toBe(true);
  });

  it('does not lock the site information of an open shop whose duty is opened later', async () => {
    await setTexts({ LEGAL_NOTICE: '' });
    expect((await save('site-info', { ...info, isBuilding: false, url: 'https://domaine.example' })).status).toBe(200);
    expect((await save('site-info', { ...info, isBuilding: false, isECommerce: false })).status).toBe(200);
    expect((await save('site-info', { ...info, isBuilding: false })).status).toBe(409);
  });
});

describe('the texts that the law requires', () => {
  const complete = { fr_FR: legalTexts.SALE_TERMS, en: 'Terms of sale. Mediator: Médiation des Rivages.' };
  const saveTerms = (value: unknown) => save('parameter/SALE_TERMS', { type: 'SALE_TERMS', value });
  const open = () => save('site-info', { ...info, isBuilding: false });
  const close = () => save('site-info', { ...info, isBuilding: true });
  const removeTerms = async () => {
    const { data } = await api.call('/admin/parameter/SALE_TERMS', { headers: admin.headers });
    const { revision } = data as { revision: number };
    const path = `/admin/parameter/SALE_TERMS?revision=${revision}`;
    return (await api.call(path, { method: 'DELETE', headers: admin.headers })).status;
  };

  it('are needed in every language of the site before it sells, and the board names the language', async () => {
    expect((await close()).status).toBe(200);
    await setTexts({ ...legalTexts, SALE_TERMS: { ...complete, en: '[to be completed] mediator' } });
    const { tasks } = await readBoard();
    expect(tasks.find(({ code }) => code === 'terms')).toMatchObject({ isDone: false, languages: ['en'] });
    expect((await open()).status).toBe(409);
    await setTexts({ SALE_TERMS: complete });
    expect((await open()).status).toBe(200);
  });

  it.each([
    ['empty', ''],
    ['empty in one language', { ...complete, en: '' }],
    ['to be completed', { ...complete, fr_FR: 'Conditions [à compléter]. Médiateur' }],
    ['without a mediator', { ...complete, en: 'Terms of sale' }],
  ])('cannot be replaced by a text that is %s while the shop sells', async (_, value) => {
    await setTexts({ ...legalTexts, SALE_TERMS: complete });
    expect((await readBoard()).isSelling).toBe(true);
    expect(await saveTerms(value)).toEqual({ status: 409, message: expect.stringContaining('la loi impose') });
    expect(await openDuties()).toEqual([]);
  });

  it('cannot be deleted while the shop sells', async () => {
    expect(await removeTerms()).toBe(409);
    expect(await openDuties()).toEqual([]);
  });

  it('can be changed, also while another duty is open already', async () => {
    await setTexts({ LEGAL_NOTICE: '' });
    expect((await saveTerms({ ...complete, en: 'New terms. Mediator' })).status).toBe(200);
    await setTexts(legalTexts);
  });

  it('can be emptied while the site is closed', async () => {
    expect((await close()).status).toBe(200);
    expect((await saveTerms('')).status).toBe(200);
    expect(await openDuties()).toEqual(['terms', 'mediator']);
  });
});
