import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { createPersonalDataAccess } from '#server/api/api-personal-data-access.ts';
import { apiProviders } from '#server/api/api-providers.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { discountCodeUses } from '#server/api/discounts/discounts-tables.ts';
import { mails } from '#server/api/mail/mail-tables.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { saveOrderStateChange } from '#server/api/orders/order-repository.ts';
import { idempotentOrderRequests, orders } from '#server/api/orders/orders-tables.ts';
import { eraseDeletedAccountOrders } from '#server/api/orders/routes/orders-jobs.ts';
import { processUnpaidOrders } from '#server/api/orders/unpaid/unpaid-orders-task.ts';
import { withdrawals } from '#server/api/withdrawals/withdrawals-tables.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { billingAddress, readMails, seedOrder } from '#tests/support/fixtures/seed-order.ts';
import { seedShopSettings } from '#tests/support/fixtures/seed-shop-settings.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const personalRecords = createPersonalDataAccess(apiProviders.payments);
const api = await startTestApi();
const { call, db } = api;

let camille: Customer;
let robin: Customer;
let id: number;
let other: number;

const mail = (customer: Customer, orderId: number, to = customer.email) =>
  withSiteTransaction(db, 40, (tx) =>
    queueMail(tx, {
      kind: 'order-confirmation',
      to,
      lang: 'fr_FR',
      subject: 'Merci Camille',
      blocks: [{ kind: 'text', text: `Pour ${customer.email}` }],
      replyTo: customer.email,
      orderId,
    }),
  );
const setMailState = (mailId: number, state: 'SENT' | 'FAILED') =>
  withSiteTransaction(db, 40, (tx) =>
    tx
      .update(mails)
      .set({ state, lastError: `550 ${camille.email}` })
      .where(eq(mails.id, mailId)),
  );

beforeAll(async () => {
  await seedEstate(db, api.filesDir, { id: 40, mark: 'Chênes' });
  await seedShopSettings(db, 40);
  camille = await createCustomer(api);
  robin = await createCustomer(api);
  id = await seedOrder(api, camille, { codeId: 7, order: { state: 'COMPLETED' } });
  other = await seedOrder(api, robin, { codeId: 7 });
  for (const user of [camille, robin])
    await withSiteTransaction(db, 40, (tx) =>
      tx
        .insert(idempotentOrderRequests)
        .values({ emailKey: user.email, key: 'a-key-of-a-cart', bodyHash: '0', orderId: id }),
    );
  await call('/withdrawal', {
    method: 'POST',
    body: { name: 'Camille Vignaud', email: camille.email, orderNumber: await numberOf(id), message: 'tout' },
  });
});

async function numberOf(orderId: number): Promise<string> {
  const [row] = await withSiteTransaction(db, 40, (tx) => tx.select().from(orders).where(eq(orders.id, orderId)));
  return row?.number ?? '';
}

test('the export contains the orders of the customer only, as GET /order/{id} returns them and with the notes of staff', async () => {
  const exported = (await call<'GET /user/export'>('/user/export', { headers: camille.headers })).data.orders;
  const { order } = (await call<'GET /order/{id}'>(`/order/${id}`, { headers: camille.headers })).data;
  expect(exported).toEqual([{ ...order, notes: [] }]);
});

test('erasing a customer keeps only the records that the law requires', async () => {
  const sent = await mail(camille, id);
  const failed = await mail(camille, id);
  const waiting = await mail(camille, id);
  const notice = await mail(camille, id, 'estate');
  const kept = await mail(robin, other);
  for (const each of [sent, notice, kept]) await setMailState(each, 'SENT');
  await setMailState(failed, 'FAILED');
  await withSiteTransaction(db, 40, (tx) => personalRecords.anonymise(tx, camille.id, camille.email.toLowerCase()));

  const rows = await withSiteTransaction(db, 40, (tx) => tx.select().from(orders));
  expect(rows.find((row) => row.id === id)).toMatchObject({
    userId: null,
    email: '',
    phone: '',
    message: '',
    billingAddress: billingAddress,
    deliveryAddress: billingAddress,
    total: 3_600,
    discount: 0,
    vat: [{ rate: 20, total: 3_600, vat: 600 }],
  });
  expect(rows.find((row) => row.id === other)).toMatchObject({ userId: robin.id, email: robin.email });

  const uses = await withSiteTransaction(db, 40, (tx) => tx.select().from(discountCodeUses));
  expect(new Map(uses.map(({ orderId, emailKey }) => [orderId, emailKey]))).toEqual(
    new Map([
      [id, null],
      [other, robin.email],
    ]),
  );
  const requests = await withSiteTransaction(db, 40, (tx) => tx.select().from(idempotentOrderRequests));
  expect(requests.map(({ emailKey }) => emailKey)).toEqual([robin.email]);
  expect(await withSiteTransaction(db, 40, (tx) => tx.select().from(withdrawals))).toMatchObject([
    { email: '', message: '', name: 'Camille Vignaud', orderId: id },
  ]);

  const mailsById = new Map(
    (await withSiteTransaction(db, 40, (tx) => tx.select().from(mails))).map(
      (mailRow) => [mailRow.id, mailRow] as const,
    ),
  );
  const emptied = { subject: '', html: '', text: '', replyTo: null, lastError: '' };
  for (const each of [sent, failed]) expect(mailsById.get(each)).toMatchObject({ ...emptied, recipient: '' });
  expect(mailsById.get(notice)).toMatchObject(emptied);
  expect(mailsById.get(notice)?.recipient).not.toBe('');
  // A mail that was queued before the erasure is still sent. Its content is deleted afterwards.
  expect(mailsById.get(waiting)).toMatchObject({ recipient: camille.email, isSecret: true, state: 'QUEUED' });
  expect(mailsById.get(kept)?.recipient).toBe(robin.email);
  expect(mailsById.get(kept)?.html).not.toBe('');
});

test('the estate can still read the order of an erased customer', async () => {
  const staff = await createCustomer(api, { role: 'ADMIN' });
  const { orders: found } = (await call<'GET /admin/order'>('/admin/order', { headers: staff.headers })).data;
  expect(found.find((order) => order.id === id)).toMatchObject({
    customer: { id: '', email: '', firstname: 'Camille', lastname: 'Vignaud' },
    phone: '',
  });
});

test('erasing a customer without orders erases withdrawals with an unknown number and no other data', async () => {
  const stranger = await createCustomer(api);
  const declare = (email: string) =>
    call('/withdrawal', {
      method: 'POST',
      body: { name: 'Nadia Corbin', email, orderNumber: '1999-00001', message: 'words of Nadia' },
    });
  await declare(stranger.email.toUpperCase());
  await declare('somebody.else@mail.example');
  await withSiteTransaction(db, 40, (tx) => personalRecords.anonymise(tx, stranger.id, stranger.email.toLowerCase()));
  const ofRobin = { userId: robin.id, emailKey: robin.email };
  expect(await withSiteTransaction(db, 40, (tx) => personalRecords.exportOrders(tx, ofRobin, 'en'))).toHaveLength(1);
  const left = (await withSiteTransaction(db, 40, (tx) => tx.select().from(withdrawals))).filter(
    ({ orderId }) => orderId === null,
  );
  expect(left.map(({ name, email, message }) => [name, email, message])).toEqual(
    expect.arrayContaining([
      ['', '', ''],
      ['Nadia Corbin', 'somebody.else@mail.example', 'words of Nadia'],
    ]),
  );
  expect(left).toHaveLength(2);
});

test('an open order of a deleted account keeps its contact data until a day after it was closed', async () => {
  const customer = await createCustomer(api);
  const open = await seedOrder(api, customer);
  const { status } = await call('/user', {
    method: 'DELETE',
    headers: customer.headers,
    body: { password: customer.password },
  });
  expect(status).toBe(200);
  const eraseAt = (days: number) =>
    withSiteTransaction(db, 40, (tx) => eraseDeletedAccountOrders(tx, new Date(Date.now() + days * 86_400_000)));
  const emailOf = async () => {
    const [row] = await withSiteTransaction(db, 40, (tx) => tx.select().from(orders).where(eq(orders.id, open)));
    return row?.email;
  };
  await eraseAt(30);
  expect(await emailOf()).toBe(customer.email);
  await withSiteTransaction(db, 40, (tx) =>
    saveOrderStateChange(tx, { orderId: open, state: 'CANCELLED', actor: 'system' }),
  );
  await eraseAt(0.5);
  expect(await emailOf()).toBe(customer.email);
  await eraseAt(1.1);
  expect(await emailOf()).toBe('');
});

/** Declares the withdrawal from an order with the number and name that the page of its link shows. */
async function withdrawByLink(token: string, orderId: number, email: string): Promise<void> {
  const { order } = (await call<'POST /order/link'>('/order/link', { method: 'POST', body: { token } })).data;
  const { firstname, lastname } = order.address.billing;
  const body = { name: `${firstname} ${lastname}`, email, orderNumber: order.number };
  expect((await call('/withdrawal', { method: 'POST', body })).status).toBe(200);
  const declared = await withSiteTransaction(db, 40, (tx) =>
    tx.select().from(withdrawals).where(eq(withdrawals.orderId, orderId)),
  );
  expect(declared).toMatchObject([{ email }]);
  const acknowledged = (await readMails(api, 40)).filter(({ kind }) => kind === 'withdrawal-acknowledgement');
  expect(acknowledged.filter(({ recipient }) => recipient === email).map(({ text }) => text)).toEqual([
    expect.stringContaining(order.number),
  ]);
}

test('mails about the open orders of a deleted account have links that open, cancel and withdraw without an account', async () => {
  const customer = await createCustomer(api);
  const staff = await createCustomer(api, { role: 'ADMIN' });
  const paid = await seedOrder(api, customer);
  const unpaid = await seedOrder(api, customer);
  const completed = await seedOrder(api, customer, { order: { state: 'COMPLETED' } });
  await call('/user', { method: 'DELETE', headers: customer.headers, body: { password: customer.password } });
  const mailsOf = async (kind: string) =>
    (await readMails(api, 40)).filter((mail) => mail.kind === kind && mail.recipient === customer.email);
  const tokensIn = (text: string) =>
    [...text.matchAll(/estate-40\.example\/orders\/([\w-]+)/g)].map((found) => found[1] ?? '');
  const openLink = async (token: string) =>
    (await call<'POST /order/link'>('/order/link', { method: 'POST', body: { token } })).data.order.id;
  const deleted = (await mailsOf('account-deleted'))[0];
  expect(deleted?.isSecret).toBe(true);
  expect(await Promise.all(tokensIn(deleted?.text ?? '').map(openLink))).toEqual([unpaid, paid]);
  expect(deleted?.text).not.toContain(`/orders/${completed}`);
  await withdrawByLink(tokensIn(deleted?.text ?? '')[1] ?? '', paid, customer.email);
  const state = { method: 'PUT', headers: staff.headers, body: { state: 'PAID' } } as const;
  expect((await call(`/admin/order/${paid}/state`, state)).status).toBe(200);
  const [mail] = await mailsOf('order-paid');
  expect(mail?.text).not.toContain('/account/orders/');
  const [token = ''] = tokensIn(mail?.text ?? '');
  expect(await openLink(token)).toBe(paid);
  await withSiteTransaction(db, 40, (tx) =>
    tx
      .update(orders)
      .set({ createdAt: new Date(Date.now() - 5.5 * 86_400_000), paymentDueAt: new Date(Date.now() + 86_400_000) })
      .where(eq(orders.id, unpaid)),
  );
  await processUnpaidOrders(db, 40, apiProviders.payments, new Date());
  const [reminder] = await mailsOf('order-payment-reminder');
  const [reminderToken = ''] = tokensIn(reminder?.text ?? '');
  const cancel = { method: 'POST', body: { token: reminderToken } } as const;
  expect((await call('/order/link/cancel', cancel)).status).toBe(200);
  expect(tokensIn((await mailsOf('order-cancelled-by-customer'))[0]?.text ?? '')).toHaveLength(1);
});
