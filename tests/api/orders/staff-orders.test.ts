import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { auditEntries } from '#server/api/audit/audit-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { eraseContactDataOfOrders } from '#server/api/orders/order-erasure.ts';
import { orderAccessTokens, orderLines, orderNotes } from '#server/api/orders/orders-tables.ts';
import { withdrawals } from '#server/api/withdrawals/withdrawals-tables.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { billingAddress, readMails, seedOrder } from '#tests/support/fixtures/seed-order.ts';
import { seedShopSettings } from '#tests/support/fixtures/seed-shop-settings.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const { call, db } = api;

let camille: Customer;
let staff: Customer;

beforeAll(async () => {
  await seedEstate(db, api.filesDir, { id: 40, mark: 'Chênes' });
  await seedShopSettings(db, 40);
  camille = await createCustomer(api);
  staff = await createCustomer(api, { role: 'ADMIN' });
});

const readStaffOrder = async (id: number) =>
  (await call<'GET /admin/order/{id}'>(`/admin/order/${id}`, { headers: staff.headers })).data.order;
const send = <Body>(method: 'PUT' | 'POST', id: number, action: string, body: Body) =>
  call<'PUT /admin/order/{id}/state'>(`/admin/order/${id}/${action}`, { method, body, headers: staff.headers });
const readAudit = (id: number) =>
  withSiteTransaction(db, 40, (tx) =>
    tx
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.key, String(id)))
      .orderBy(auditEntries.id),
  );

describe('GET /admin/order', () => {
  const find = async (query: string) => {
    const { data } = await call<'GET /admin/order'>(`/admin/order?${query}`, { headers: staff.headers });
    return data.orders.map(({ id }) => id);
  };

  test('finds orders by number, email address and name, without accents and case', async () => {
    const address = { ...billingAddress, firstname: 'Éloïse', lastname: 'Château-Renard' };
    const id = await seedOrder(
      api,
      { ...camille, email: 'eloise@mail.example' },
      { order: { billingAddress: address } },
    );
    const { number } = await readStaffOrder(id);
    for (const words of [number, 'ELOISE@MAIL', 'eloise chateau', 'renard'])
      expect([words, await find(`lk:search=${encodeURIComponent(words)}`)]).toEqual([words, [id]]);
  });

  test('finds orders by names in either order, by telephone number in any spelling and by wine', async () => {
    const address = { ...billingAddress, firstname: 'Anne', lastname: 'Petit-Jean' };
    const id = await seedOrder(api, camille, { order: { billingAddress: address, phone: '05 45 98 76 54' } });
    await withSiteTransaction(db, 40, (tx) =>
      tx.update(orderLines).set({ name: 'Merlot de l’Estuaire', year: 2021 }).where(eq(orderLines.orderId, id)),
    );
    const searches = ['petit-jean anne', 'Anne Petit', '0545987654', '05.45.98.76.54', '+33 5 45 98 76 54'];
    for (const words of [...searches, '+33 (0)5 45 98 76 54', '0033545987654', '５４５９８７６５４', 'estuaire 2021'])
      expect([words, await find(`lk:search=${encodeURIComponent(words)}`)]).toEqual([words, [id]]);
    expect(await find('lk:search=0545987655')).toEqual([]);
    expect(await find('lk:search=estuaire%201999')).toEqual([]);
  });

  test('filters by payment, channel, carrier and orders to pack', async () => {
    const [paid, collected, unpaid] = [
      await seedOrder(api, camille, { order: { state: 'PAID', paymentMethod: 'CHEQUE', channel: 'PHONE' } }),
      await seedOrder(api, camille, {
        order: { deliveryType: 'CLICK_AND_COLLECT', paymentMethod: 'AT_PICKUP', carrier: null },
      }),
      await seedOrder(api, camille, { order: { carrier: { id: 2, name: 'Relais', serviceCode: 'R' } } }),
    ];
    expect(await find('payment=CHEQUE')).toEqual([paid]);
    expect(await find('channel=PHONE,FAIR')).toEqual([paid]);
    expect(await find('idCarrier=2')).toEqual([unpaid]);
    expect(await find('isToPack=true&orderBy=createdAt')).toEqual([paid, collected]);
    expect(await find('isToPack=false')).toContain(unpaid);
  });
});

describe('GET /admin/order/{id}', () => {
  test('contains the history with actors, the withdrawals and the mails', async () => {
    const id = await seedOrder(api, camille);
    await send('PUT', id, 'state', { state: 'PAID' });
    await withSiteTransaction(db, 40, (tx) =>
      tx.insert(withdrawals).values({
        receivedAt: new Date(),
        name: 'Camille Vignaud',
        email: camille.email,
        orderNumber: '1',
        message: 'Two bottles',
        orderId: id,
      }),
    );
    const order = await readStaffOrder(id);
    expect(order.history.map(({ state, actor, staff: email }) => [state, actor, email])).toEqual([
      ['PENDING', 'customer', null],
      ['PAID', 'staff', staff.email],
    ]);
    expect(order.withdrawals).toMatchObject([{ message: 'Two bottles', handledAt: null }]);
    expect(order.mails.map(({ kind, state }) => [kind, state])).toEqual([['order-paid', 'QUEUED']]);
    expect(order.channel).toBe('WEB');
  });

  test('returns 404 for an unknown order', async () => {
    expect((await call('/admin/order/2000000000', { headers: staff.headers })).status).toBe(404);
  });
});

describe('GET /admin/order/{id}/mail-preview', () => {
  const preview = (id: number, query: string) =>
    call<'GET /admin/order/{id}/mail-preview'>(`/admin/order/${id}/mail-preview?${query}`, { headers: staff.headers });

  test('shows the mail that the move then sends, and sends none itself', async () => {
    const id = await seedOrder(api, camille, { order: { state: 'PREPARING' } });
    const { mail } = (await preview(id, 'state=SHIPPED&trackingNumber=6A123')).data;
    expect(mail?.to).toBe(camille.email);
    expect(mail?.text).toContain('6A123');
    expect((await readStaffOrder(id)).mails).toEqual([]);
    await send('PUT', id, 'state', { state: 'SHIPPED', trackingNumber: '6A123' });
    const sent = (await readMails(api, 40)).find(({ orderId }) => orderId === id);
    expect([sent?.subject, sent?.text]).toEqual([mail?.subject, mail?.text]);
  });

  test('creates no access token for a guest order', async () => {
    const id = await seedOrder(api, camille, { order: { userId: null } });
    expect((await preview(id, 'state=PAID')).data.mail?.text).toContain('/orders/');
    const tokens = await withSiteTransaction(db, 40, (tx) =>
      tx.select().from(orderAccessTokens).where(eq(orderAccessTokens.orderId, id)),
    );
    expect(tokens).toEqual([]);
  });

  test('is null for a state of which the customer is not notified, and refuses an impossible state', async () => {
    const id = await seedOrder(api, camille);
    expect((await preview(id, 'state=PREPARING')).data.mail).toBeNull();
    expect((await preview(id, 'state=SHIPPED')).status).toBe(409);
  });
});

describe('a cancellation', () => {
  test('states its reason in the mail, in the history and in the audit log', async () => {
    const id = await seedOrder(api, camille);
    const { data } = await send('PUT', id, 'state', { state: 'CANCELLED', reason: 'La cuvée est épuisée' });
    expect(data.order.history.at(-1)).toMatchObject({ state: 'CANCELLED', reason: 'La cuvée est épuisée' });
    const mail = (await readMails(api, 40)).find(({ orderId }) => orderId === id);
    expect(mail?.text).toMatch(/Motif\s: La cuvée est épuisée/);
    expect(await readAudit(id)).toMatchObject([
      { userId: staff.id, resource: 'order', before: { state: 'PENDING' }, after: { state: 'CANCELLED' } },
    ]);
  });

  test('is the only change that has a reason', async () => {
    const id = await seedOrder(api, camille);
    const answer = await send('PUT', id, 'state', { state: 'PAID', reason: 'why not' });
    expect([answer.status, Object.keys(answer.errors ?? {})]).toEqual([422, ['reason']]);
  });
});

describe('POST /admin/order/{id}/note', () => {
  test('stores a note with its author, which the audit log does not repeat', async () => {
    const id = await seedOrder(api, camille);
    const { data } = await send('POST', id, 'note', { text: ' Rappeler mardi ' });
    expect(data.order.notes).toMatchObject([{ text: 'Rappeler mardi', author: staff.email }]);
    expect(JSON.stringify(await readAudit(id))).not.toContain('Rappeler');
    const own = await call('/order', { headers: camille.headers });
    expect(own.text).not.toContain('Rappeler');
  });

  test('refuses an empty note, a note that is too long, and more than a hundred notes', async () => {
    const id = await seedOrder(api, camille);
    expect((await send('POST', id, 'note', { text: ' ' })).status).toBe(400);
    expect((await send('POST', id, 'note', { text: 'x'.repeat(2_001) })).status).toBe(400);
    await withSiteTransaction(db, 40, (tx) =>
      tx
        .insert(orderNotes)
        .values(Array.from({ length: 100 }, () => ({ orderId: id, text: 'note', staffUserId: staff.id }))),
    );
    expect((await send('POST', id, 'note', { text: 'one more' })).status).toBe(409);
  });

  test('is part of the export of personal data, and is erased with the customer', async () => {
    const member = await createCustomer(api);
    const id = await seedOrder(api, member);
    await send('POST', id, 'note', { text: 'Prefers magnums' });
    await send('PUT', id, 'state', { state: 'CANCELLED', reason: 'Asked by Mrs Vignaud' });
    expect((await call('/user/export', { headers: member.headers })).text).toContain('Prefers magnums');
    await withSiteTransaction(db, 40, (tx) => eraseContactDataOfOrders(tx, [{ id, email: member.email }]));
    const order = await readStaffOrder(id);
    expect([order.notes, order.history.at(-1)?.reason]).toEqual([[], '']);
  });
});

test('a correction of the tracking number and of the payment date leave audit rows', async () => {
  const id = await seedOrder(api, camille, { order: { state: 'SHIPPED', trackingNumber: '1' } });
  await send('PUT', id, 'tracking', { revision: 0, trackingNumber: '6A222' });
  const unpaid = await seedOrder(api, camille);
  await send('PUT', unpaid, 'payment-due', { revision: 0, paymentDueAt: '2031-01-01T00:00:00Z' });
  expect(await readAudit(id)).toMatchObject([{ before: { trackingNumber: '1' }, after: { trackingNumber: '6A222' } }]);
  expect(await readAudit(unpaid)).toMatchObject([{ after: { paymentDueAt: '2031-01-01T00:00:00.000Z' } }]);
});

describe('PUT /admin/withdrawal/{id}', () => {
  test('marks a declaration as handled, filters the list by it, and leaves one audit row for each change', async () => {
    const [row] = await withSiteTransaction(db, 40, (tx) =>
      tx
        .insert(withdrawals)
        .values({ receivedAt: new Date(), name: 'A', email: 'a@mail.example', orderNumber: '2', message: '' })
        .returning({ id: withdrawals.id }),
    );
    const id = row?.id ?? 0;
    const mark = (isHandled: boolean, revision: number) =>
      call<'PUT /admin/withdrawal/{id}'>(`/admin/withdrawal/${id}`, {
        method: 'PUT',
        body: { revision, isHandled },
        headers: staff.headers,
      });
    const listIds = async (query: string) =>
      (
        await call<'GET /admin/withdrawal'>(`/admin/withdrawal?${query}`, { headers: staff.headers })
      ).data.withdrawals.map((withdrawal) => withdrawal.id);
    expect(await listIds('isHandled=false')).toContain(id);
    const { handledAt, revision } = (await mark(true, 0)).data.withdrawal;
    expect(handledAt).not.toBeNull();
    expect((await mark(true, revision)).data.withdrawal).toMatchObject({ handledAt, revision });
    const outdated = await mark(false, 0);
    expect([outdated.status, JSON.parse(outdated.text).data.present.withdrawal]).toEqual([
      409,
      expect.objectContaining({ id, handledAt, revision }),
    ]);
    expect(await listIds('isHandled=false')).not.toContain(id);
    expect(await listIds('isHandled=true')).toEqual([id]);
    expect((await mark(false, revision)).data.withdrawal.handledAt).toBeNull();
    const rows = await withSiteTransaction(db, 40, (tx) =>
      tx.select().from(auditEntries).where(eq(auditEntries.resource, 'withdrawal')),
    );
    expect(rows).toHaveLength(2);
  });
});
