import { and, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { apiProviders } from '#server/api/api-providers.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { mails } from '#server/api/mail/mail-tables.ts';
import { orders } from '#server/api/orders/orders-tables.ts';
import { processUnpaidOrders } from '#server/api/orders/unpaid/unpaid-orders-task.ts';
import { offlinePaymentProvider } from '#server/api/payments/payment-provider.ts';
import { createPaymentProviders } from '#server/api/payments/payment-providers.ts';
import { parameters } from '#server/api/site/site-tables.ts';
import { getLocale } from '#shared/languages.ts';
import { orderMailKinds } from '#shared/orders/order-mail-kind.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import {
  createFakePaymentProvider,
  saveFakePaymentSecret,
  signWebhookBody,
} from '#tests/support/fixtures/fake-payment-provider.ts';
import { createOrderAndStockActions } from '#tests/support/fixtures/order-actions.ts';
import { createCollectionOrderInput, createPlaceOrderInput } from '#tests/support/fixtures/place-order-input.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { readMails, seedOrder } from '#tests/support/fixtures/seed-order.ts';
import { seedShopSettings } from '#tests/support/fixtures/seed-shop-settings.ts';
import { createTelephoneOrderInput } from '#tests/support/fixtures/staff-order-input.ts';
import { startTestApi, testApiSecret } from '#tests/support/servers/test-api.ts';

/** Password hashing is slow by design, and up to ten times slower on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });

const provider = createFakePaymentProvider();
const payments = createPaymentProviders([provider, { ...offlinePaymentProvider, methods: ['CHEQUE', 'AT_PICKUP'] }]);
const api = await startTestApi({ providers: { ...apiProviders, payments } });
const { call, db } = api;
const { placeOrder, setStock } = createOrderAndStockActions(api);

const origins = { fr_FR: 'https://chenes.example', en: 'https://en.chenes.example' } as const;
type Lang = keyof typeof origins;
const langs = ['fr_FR', 'en'] as const;

let staff: Customer;
const customers = {} as Record<Lang, Customer>;

beforeAll(async () => {
  await seedEstate(db, api.filesDir, { id: 40, mark: 'Chênes', languages: ['fr_FR', 'en'] });
  await seedShopSettings(db, 40);
  await saveFakePaymentSecret(db, 40);
  await db.$client.query('update sites set origins = $1 where id = 40', [JSON.stringify(origins)]);
  await withSiteTransaction(db, 40, (tx) => tx.insert(parameters).values({ type: 'ORDER_REVIEW_DELAY', value: 1 }));
  staff = await createCustomer(api, { role: 'SUPER_ADMIN' });
  for (const lang of langs) customers[lang] = await createCustomer(api, { lang });
});
beforeEach(async () => {
  await setStock({ 11: 100 });
  await withSiteTransaction(db, 40, (tx) => tx.delete(mails));
});

/** Staff use the panel in the other language and on its host. */
const fromPanel = (lang: Lang, method: 'PUT' | 'POST' | 'DELETE', path: string, body: object) => {
  const other = lang === 'en' ? 'fr_FR' : 'en';
  const headers = { ...staff.headers, 'x-api-secret': testApiSecret, 'x-site-origin': 'https://panel.example' };
  return call(path, { method, lang: other, body, headers });
};

interface Trigger {
  kind: string;
  order?: Partial<typeof orders.$inferInsert>;
  lines?: { kind: 'voucher'; name: string }[];
  /** Triggers the mail about an order. */
  run: (id: number, lang: Lang) => Promise<unknown>;
}

const move =
  (state: string, more: object = {}) =>
  (id: number, lang: Lang) =>
    fromPanel(lang, 'PUT', `/admin/order/${id}/state`, { state, ...more });

/** The payment provider calls the same host for all orders. */
async function receivePayment(id: number) {
  const [order] = await withSiteTransaction(db, 40, (tx) => tx.select().from(orders).where(eq(orders.id, id)));
  const { number: orderNumber = '', total: amount = 0 } = order ?? {};
  const event = { type: 'paid', orderNumber, amount, currency: 'EUR', reference: `pay-${id}` };
  const payload = JSON.stringify(event);
  const headers = {
    idSite: '40',
    'content-type': 'application/json',
    'x-fake-signature': signWebhookBody(payload, 40),
    'x-api-secret': testApiSecret,
    'x-site-origin': 'https://panel.example',
  };
  await api.app.inject({ method: 'POST', url: '/payment/fake-pay/notify', headers, payload });
}

const triggers: Trigger[] = [
  { kind: 'order-paid', run: move('PAID') },
  { kind: 'order-paid', run: receivePayment },
  { kind: 'order-cancelled', run: move('CANCELLED') },
  { kind: 'order-shipped', order: { state: 'PREPARING' }, run: move('SHIPPED') },
  { kind: 'order-ready', order: { state: 'PREPARING', deliveryType: 'CLICK_AND_COLLECT' }, run: move('READY') },
  {
    kind: 'order-tracking-corrected',
    order: { state: 'SHIPPED' },
    run: (id, lang) =>
      fromPanel(lang, 'PUT', `/admin/order/${id}/tracking`, { trackingNumber: '6A1', sendsMail: true, revision: 0 }),
  },
  {
    kind: 'order-refunded',
    order: { state: 'PENDING' },
    run: async (id, lang) => {
      await move('PAID')(id, lang);
      const refund = { amount: 5, refundedBefore: 0, reason: '', lines: [], returnsStock: false };
      return fromPanel(lang, 'POST', `/admin/order/${id}/refund`, refund);
    },
  },
  { kind: 'order-vouchers', lines: [{ kind: 'voucher', name: 'Visite' }], run: move('PAID') },
  {
    kind: 'order-cancelled-by-customer',
    run: (id, lang) =>
      call(`/order/${id}/cancel`, {
        method: 'PUT',
        headers: {
          ...customers[lang].headers,
          'x-api-secret': testApiSecret,
          'x-site-origin': 'https://panel.example',
        },
      }),
  },
  {
    kind: 'order-payment-reminder',
    order: { createdAt: new Date(Date.now() - 20 * 86_400_000), paymentDueAt: new Date(Date.now() + 86_400_000) },
    run: () => processUnpaidOrders(db, 40, payments, new Date()),
  },
  {
    kind: 'order-lapsed',
    order: { paymentDueAt: new Date(Date.now() - 60_000) },
    run: () => processUnpaidOrders(db, 40, payments, new Date()),
  },
];

const linkOrigins = (html = '') =>
  [...new Set([...html.matchAll(/href="(https?:[^"]+)"/g)].map((found) => new URL(found[1] ?? '').origin))].sort();

describe.each(langs)('a mail about an order in %s', (lang) => {
  test.each(triggers)('of the kind $kind links to the host of the order and is in its language', async (trigger) => {
    const { order, lines, run, kind } = trigger;
    const id = await seedOrder(api, customers[lang], { order: { lang, ...order }, ...(lines && { lines }) });
    await run(id, lang);
    const stored = await withSiteTransaction(db, 40, (tx) =>
      tx
        .select()
        .from(mails)
        .where(and(eq(mails.orderId, id), eq(mails.kind, kind))),
    );
    expect(stored).toHaveLength(1);
    const [mail] = stored;
    expect(linkOrigins(mail?.html)).toEqual([origins[lang]]);
    expect(mail?.html).toContain(`<html lang="${getLocale(lang)}">`);
  });

  test('of an order that staff enter by telephone is in the language of the account', async () => {
    const { email } = customers[lang];
    const user = { phone: '05 45 00 00 00', email, firstname: 'Camille', lastname: 'Vignaud' };
    const answer = await fromPanel(lang, 'POST', '/admin/order', createTelephoneOrderInput({ user }));
    expect(answer.status).toBe(200);
    const [mail] = (await readMails(api, 40)).filter(({ kind }) => kind === 'order-confirmation');
    expect(linkOrigins(mail?.html)).toEqual([origins[lang]]);
    expect(mail?.html).toContain(lang === 'en' ? 'Cheque' : 'Chèque');
  });

  test('confirms a deletion by staff on the host of the customer', async () => {
    const customer = await createCustomer(api, { lang });
    await seedOrder(api, customer, { order: { lang } });
    const answer = await fromPanel(lang, 'DELETE', `/admin/customer/${customer.id}`, { reason: 'Demande écrite' });
    expect(answer.status).toBe(200);
    const [mail] = (await readMails(api, 40)).filter(({ kind }) => kind === 'account-deleted');
    expect(linkOrigins(mail?.html)).toEqual([origins[lang]]);
  });
});

test('the table covers every kind of mail about an order that staff, jobs or providers trigger', () => {
  const toEstate = ['order-notice', 'order-cancellation-notice', 'order-surplus-payment-notice', 'withdrawal-notice'];
  const byCustomer = ['order-confirmation', 'withdrawal-acknowledgement'];
  // These have the canonical origin of the order's language by default, because their caller passes none.
  const ofReviews = ['review-invitation', 'review-rejected'];
  const covered = [...triggers.map(({ kind }) => kind), ...toEstate, ...byCustomer, ...ofReviews];
  expect([...new Set(covered)].sort()).toEqual([...orderMailKinds].sort());
});

describe('the mails to the estate about an order in English', () => {
  test.each([
    ['a delivery', createPlaceOrderInput({ payment: 'CHEQUE' }), ['Chèque', 'À domicile'], ['Cheque', 'To your door']],
    ['a collection', createCollectionOrderInput({ payment: 'AT_PICKUP' }), ['Au retrait'], ['When collecting']],
  ])('are in French for %s', async (_, input, french, english) => {
    const { data } = await placeOrder(customers.en, input, { lang: 'en' });
    await call(`/order/${data.id}/cancel`, { method: 'PUT', headers: customers.en.headers, lang: 'en' });
    const notices = (await readMails(api, 40)).filter(({ recipient }) => recipient === 'estate@mail.example');
    expect(notices.map(({ kind }) => kind)).toEqual(['order-notice', 'order-cancellation-notice']);
    for (const text of french) expect(notices[0]?.text).toContain(text);
    for (const text of english) expect(notices[0]?.text).not.toContain(text);
    for (const { html } of notices) expect(linkOrigins(html)).toEqual([origins.fr_FR]);
  });
});
