import { beforeAll, describe, expect, it } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { elementRegistrations } from '#server/api/elements/elements-tables.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { createSlotInputInHours, saveTestElement } from '#tests/support/fixtures/element-input.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { readListExportAuditEntries } from '#tests/support/fixtures/read-list-export-audit-entries.ts';
import { createMailReaderRunningJobs } from '#tests/support/servers/mail-reader-running-jobs.ts';
import { startTestApi, testApiSecret } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const inbox = createMailReaderRunningJobs(api);
let admin: Customer;
let adminOfOtherEstate: Customer;

beforeAll(async () => {
  for (const site of [40, 41]) {
    await insertSite(api.db, site, { languages: ['fr_FR', 'en'] });
    await saveTestElement(api.db, site, { slots: [createSlotInputInHours(1, 72, 4)] });
  }
  admin = await createCustomer(api, { role: 'ADMIN' });
  adminOfOtherEstate = await createCustomer(api, { site: 41, role: 'ADMIN' });
});

const register = (email: string, people: number, name = 'Jean Martin') =>
  api.call('/element/events/1/register', {
    method: 'POST',
    body: { idSlot: 1, name, email, people },
    headers: { 'x-api-secret': testApiSecret, 'x-client-address': `203.0.113.${people + email.length}` },
  });
const stateOf = async (email: string) => {
  const rows = await withSiteTransaction(api.db, 40, (tx) => tx.select().from(elementRegistrations));
  const row = rows.find((registration) => registration.email === email);
  return { id: row?.id ?? 0, state: row?.state };
};
const cancel = (id: number, user = admin, body: object = {}) =>
  api.call(`/admin/element/registration/${id}/cancel`, {
    method: 'PUT',
    body,
    headers: user.headers,
    site: user.site,
  });

describe('the cancellation of a registration by staff', () => {
  it('notifies the visitor of the reason, gives the places to the waiting list and is recorded', async () => {
    await register('first@mail.example', 4, '=1+1');
    await register('second@mail.example', 2);
    await inbox.deliverPending();
    const { id } = await stateOf('first@mail.example');
    expect((await cancel(id, adminOfOtherEstate)).status).toBe(404);
    expect((await cancel(id, admin, { reason: 'Le chai est inondé.' })).status).toBe(200);
    expect((await cancel(id)).status).toBe(409);
    expect(await stateOf('first@mail.example')).toMatchObject({ state: 'CANCELLED' });
    expect(await stateOf('second@mail.example')).toMatchObject({ state: 'CONFIRMED' });
    const sent = await inbox.deliverPending();
    const mail = sent.find(({ to }) => to.includes('first@mail.example'));
    expect(mail?.subject).toContain('Inscription annulée');
    expect(mail?.text).toContain('Le chai est inondé.');
    expect(mail?.text).not.toContain('/registrations/');
    expect(sent.some(({ to }) => to.includes('second@mail.example'))).toBe(true);
    const audit = await api.call(`/admin/audit?resource=registration&key=${id}`, { headers: admin.headers });
    expect(audit.data).toMatchObject({ total: 1, entries: [{ email: admin.email, after: { state: 'CANCELLED' } }] });
  });
});

describe('the export of registrations', () => {
  it('contains the registrations of an element of the same estate without formulas', async () => {
    const path = '/admin/element/registrations.csv?idElement=1';
    const { text } = await api.call(path, { headers: admin.headers });
    expect(text).toContain(",CANCELLED,'=1+1,first@mail.example,4,");
    const foreign = await api.call(path, { headers: adminOfOtherEstate.headers, site: 41 });
    expect(foreign.text.split('\r\n')).toHaveLength(2);
    const entry = { userId: admin.id, key: '', after: { idElement: 1 } };
    expect(await readListExportAuditEntries(api.db, 40, 'registration')).toEqual([entry]);
  });
});
