import { beforeAll, describe, expect, it } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { acceptedPaymentMethods } from '#server/api/payments/payments-tables.ts';
import { parameters, siteInfos } from '#server/api/site/site-tables.ts';
import type { ParameterKey } from '#shared/site/parameter-kinds.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
let admin: Customer;

beforeAll(async () => {
  for (const site of [40, 41]) await insertSite(api.db, site);
  admin = await createCustomer(api, { role: 'ADMIN' });
});

const readBoard = async () => (await api.call<'GET /admin/go-live'>('/admin/go-live', { headers: admin.headers })).data;
const openDuties = async () =>
  (await readBoard()).tasks.flatMap(({ code, isLegalDuty, isDone }) => (isLegalDuty && !isDone ? [code] : []));
const setTexts = (texts: Partial<Record<ParameterKey, string>>, site = 40) =>
  withSiteTransaction(api.db, site, async (tx) => {
    for (const [type, value] of Object.entries(texts) as [ParameterKey, string][])
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

/** Saves an item of the panel at its present revision. @returns The status and message of the API. */
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
      screen: 'parameter/SALE_TERMS',
    });
    expect(await openDuties()).toEqual(['terms', 'mediator', 'legal-notice', 'privacy-policy', 'company']);
    await setTexts(legalTexts);
    expect(await openDuties()).toEqual([]);
  });
});

describe('the opening of a shop by staff', () => {
  it('is refused while a legal duty is open, and the refusal changes nothing', async () => {
    await setTexts({ ...legalTexts, LEGAL_NOTICE: '' });
    await withSiteTransaction(api.db, 40, (tx) => tx.delete(acceptedPaymentMethods));
    // A site without payment methods only shows its wines, which no duty prevents.
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
