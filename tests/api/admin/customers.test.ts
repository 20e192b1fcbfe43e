import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { users } from '#server/api/accounts/accounts-tables.ts';
import { auditEntries } from '#server/api/audit/audit-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { newsletterLists, newsletterSubscriptions } from '#server/api/newsletter/newsletter-tables.ts';
import { orders } from '#server/api/orders/orders-tables.ts';
import { createMailbox, seedEstates40And41 } from '#tests/support/fixtures/account-fixtures.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { seedOrder } from '#tests/support/fixtures/seed-order.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const mailbox = createMailbox(api);
let admin: Customer;
let customer: Customer;
let foreign: Customer;

beforeAll(async () => {
  await seedEstates40And41(api);
  admin = await createCustomer(api, { role: 'ADMIN' });
  customer = await createCustomer(api);
  foreign = await createCustomer(api, { site: 41 });
});

const list = async (query: string) =>
  (await api.call<'GET /admin/customer'>(`/admin/customer?nbItem=100&${query}`, { headers: admin.headers })).data;
const erase = (id: number) =>
  api.call<'DELETE /admin/customer/{id}'>(`/admin/customer/${id}`, {
    method: 'DELETE',
    headers: admin.headers,
    body: { reason: 'demande du client' },
  });
const readAudit = (key: number) =>
  withSiteTransaction(api.db, 40, (tx) =>
    tx
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.key, String(key))),
  );

describe('the list of customers', () => {
  it('finds accounts of this estate by words of name and email address, with the number of their orders', async () => {
    await seedOrder(api, customer);
    const found = await list(`search=${encodeURIComponent(`VIGNAUD ${customer.email}`)}`);
    expect(found).toMatchObject({ total: 1, customers: [{ id: customer.id, orders: 1, role: 'MEMBER' }] });
    expect((await list(`search=${encodeURIComponent(foreign.email)}`)).total).toBe(0);
  });

  it('filters by role and leaves out registrations that are not confirmed', async () => {
    const pending = await createCustomer(api, { isActivated: false });
    const { customers } = await list('role=ADMIN,SUPER_ADMIN');
    expect(customers.map(({ id }) => id)).toEqual([admin.id]);
    expect((await list('')).customers.map(({ id }) => id)).not.toContain(pending.id);
    expect((await api.call('/admin/customer?password=x', { headers: admin.headers })).status).toBe(400);
  });
});

describe('one customer', () => {
  it("is shown with profile and orders, and only to staff of the customer's estate", async () => {
    const read = (id: number) =>
      api.call<'GET /admin/customer/{id}'>(`/admin/customer/${id}`, { headers: admin.headers });
    const { data, text } = await read(customer.id);
    expect(data.profile.email).toBe(customer.email);
    expect(data.orders).toEqual([{ id: expect.any(Number), number: expect.any(String) }]);
    for (const hidden of ['$argon2', '1984-05-17', 'rue du Puits']) expect(text).not.toContain(hidden);
    expect((await read(foreign.id)).status).toBe(foreign.id === customer.id ? 200 : 404);
    expect((await read(2_000_000_000)).status).toBe(404);
  });

  it('is shown with the consent records of the newsletters and terms to which the customer agreed', async () => {
    const subscriber = await createCustomer(api);
    await withSiteTransaction(api.db, 40, async (tx) => {
      await tx
        .update(users)
        .set({ termsAcceptedAt: new Date('2026-01-02T08:00:00Z') })
        .where(eq(users.id, subscriber.id));
      const [list] = await tx.select().from(newsletterLists).limit(1);
      await tx.insert(newsletterSubscriptions).values({
        emailKey: subscriber.email,
        email: subscriber.email,
        listId: list!.id,
        source: 'CHECKOUT',
        sentence: 'Oui, écrivez-moi.',
        requestNetwork: '192.0.2.0',
      });
    });
    const { data, text } = await api.call<'GET /admin/customer/{id}'>(`/admin/customer/${subscriber.id}`, {
      headers: admin.headers,
    });
    expect(data.profile.termsAcceptedAt).toBe('2026-01-02T08:00:00.000Z');
    expect(data.newsletter).toMatchObject([
      { state: 'CONFIRMED', source: 'CHECKOUT', sentence: 'Oui, écrivez-moi.', endedAt: null },
    ]);
    expect(text).not.toContain('192.0.2.0');
  });

  it('is exported with an entry in the audit log', async () => {
    const exported = await api.call<'POST /admin/customer/{id}/export'>(`/admin/customer/${customer.id}/export`, {
      method: 'POST',
      headers: admin.headers,
    });
    expect(exported.data.profile.email).toBe(customer.email);
    expect(await readAudit(customer.id)).toMatchObject([
      { userId: admin.id, resource: 'customer', action: 'EXPORT', before: null, after: null },
    ]);
  });

  it('is erased with mail and audit entry, while closed orders stay anonymised', async () => {
    const erased = await createCustomer(api);
    const order = await seedOrder(api, erased, { order: { state: 'COMPLETED' } });
    expect((await erase(erased.id)).status).toBe(200);
    const rows = await withSiteTransaction(api.db, 40, async (tx) => [
      await tx.select().from(users).where(eq(users.id, erased.id)),
      await tx.select({ email: orders.email, userId: orders.userId }).from(orders).where(eq(orders.id, order)),
    ]);
    expect(rows).toEqual([[], [{ email: '', userId: null }]]);
    expect((await mailbox.mailsFor(erased.email)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('est supprimé'),
    ]);
    const entries = await readAudit(erased.id);
    expect(entries).toMatchObject([{ action: 'DELETE', before: null, after: { reason: 'demande du client' } }]);
    expect(JSON.stringify(entries)).not.toContain(erased.email);
    expect((await erase(erased.id)).status).toBe(404);
  });

  it('is not found before activation, so that guest orders of the email address stay with their owner', async () => {
    const pending = await createCustomer(api, { isActivated: false });
    const order = await seedOrder(api, pending, { order: { userId: null, state: 'COMPLETED' } });
    const path = `/admin/customer/${pending.id}`;
    expect((await api.call(path, { headers: admin.headers })).status).toBe(404);
    expect((await api.call(`${path}/export`, { method: 'POST', headers: admin.headers })).status).toBe(404);
    expect((await erase(pending.id)).status).toBe(404);
    const [row] = await withSiteTransaction(api.db, 40, (tx) => tx.select().from(orders).where(eq(orders.id, order)));
    expect(row).toMatchObject({ userId: null, email: pending.email });
    expect(await readAudit(pending.id)).toEqual([]);
  });

  it('is not erased while the person belongs to the staff', async () => {
    expect((await erase(admin.id)).status).toBe(409);
    expect((await readAudit(admin.id)).length).toBe(0);
  });
});
