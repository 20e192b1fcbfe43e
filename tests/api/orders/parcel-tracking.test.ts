import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { boxContents } from '#server/api/catalogue/catalogue-tables.ts';
import { notifySiteChanged } from '#server/api/changes/notify-site-changed.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { carriers } from '#server/api/shipping/shipping-tables.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { createOrderAndStockActions } from '#tests/support/fixtures/order-actions.ts';
import { createPlaceOrderInput, mainlandAddress } from '#tests/support/fixtures/place-order-input.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { readMails, seedOrder } from '#tests/support/fixtures/seed-order.ts';
import { seedShopSettings } from '#tests/support/fixtures/seed-shop-settings.ts';
import { startTestApi, testApiSecret } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const { call, db } = api;
const { placeOrder, setStock } = createOrderAndStockActions(api);
const template = 'https://parcels.example/{{TRACKING_NUMBER}}';

let camille: Customer;
let staff: Customer;

beforeAll(async () => {
  await seedEstate(db, api.filesDir, { id: 40, mark: 'Chênes', languages: ['fr_FR', 'en'] });
  await seedShopSettings(db, 40);
  await setStock({ 11: 100, 22: 100 });
  await changeCarrier({ trackingUrl: template, deliveryTime: { minDays: 2, maxDays: 3 } });
  camille = await createCustomer(api);
  staff = await createCustomer(api, { role: 'SUPER_ADMIN' });
});

const changeCarrier = (fields: Partial<typeof carriers.$inferInsert>) =>
  withSiteTransaction(db, 40, async (tx) => {
    await tx.update(carriers).set(fields).where(eq(carriers.id, 1));
    await notifySiteChanged(tx);
  });

const moveTo = (id: number, body: { state: string; trackingNumber?: string }) =>
  call<'PUT /admin/order/{id}/state'>(`/admin/order/${id}/state`, { method: 'PUT', body, headers: staff.headers });

const readOrder = async (id: number) =>
  (await call<'GET /order/{id}'>(`/order/${id}`, { headers: camille.headers })).data.order;

const mailAbout = async (id: number, kind: string) =>
  (await readMails(api, 40)).find((mail) => mail.orderId === id && mail.kind === kind);

describe('an order that is shipped with a tracking number', () => {
  test('keeps the tracking URL of its carrier at that time, in the order and in the mail', async () => {
    const id = await seedOrder(api, camille, { order: { lang: 'en', state: 'PREPARING' } });
    const { data } = await moveTo(id, { state: 'SHIPPED', trackingNumber: ' 6A123 456 ' });
    const tracking = { number: '6A123 456', url: 'https://parcels.example/6A123%20456' };
    expect(data.order.tracking).toEqual(tracking);
    await changeCarrier({ trackingUrl: 'https://other.example/{{TRACKING_NUMBER}}' });
    expect((await readOrder(id)).tracking).toEqual(tracking);
    await changeCarrier({ trackingUrl: template });
    const mail = await mailAbout(id, 'order-shipped');
    expect(mail?.text).toContain('Tracking number: 6A123 456');
    expect(mail?.text).toContain('https://parcels.example/6A123%20456');
    expect(mail?.html).toContain('href="https://parcels.example/6A123%20456"');
  });

  test('has a number without a link if its carrier has no tracking URL', async () => {
    const carrier = { id: 2, name: 'Point relais', serviceCode: 'RELAY' };
    const id = await seedOrder(api, camille, { order: { state: 'PREPARING', deliveryType: 'PICKUP', carrier } });
    const { data } = await moveTo(id, { state: 'SHIPPED', trackingNumber: '77' });
    expect(data.order.tracking).toEqual({ number: '77', url: null });
  });

  test('needs no tracking number', async () => {
    const id = await seedOrder(api, camille, { order: { state: 'PREPARING' } });
    expect((await moveTo(id, { state: 'SHIPPED' })).data.order.tracking).toBeNull();
    expect((await mailAbout(id, 'order-shipped'))?.text).not.toContain('https://parcels.example');
  });

  test.each(['', '<b>', '1\n2', 'https://evil.example/?', 'x'.repeat(61)])(
    'rejects the number %j',
    async (trackingNumber) => {
      const id = await seedOrder(api, camille, { order: { state: 'PREPARING' } });
      expect((await moveTo(id, { state: 'SHIPPED', trackingNumber })).status).toBe(400);
    },
  );

  test('rejects a tracking number with another state', async () => {
    const id = await seedOrder(api, camille);
    const answer = await moveTo(id, { state: 'PAID', trackingNumber: '6A123' });
    expect([answer.status, Object.keys(answer.errors ?? {})]).toEqual([422, ['trackingNumber']]);
    expect((await readOrder(id)).status).toBe('PENDING');
  });
});

describe('PUT /admin/order/{id}/tracking', () => {
  const readRevision = async (id: number) => {
    const answer = await call<'GET /admin/order/{id}'>(`/admin/order/${id}`, { headers: staff.headers });
    return answer.status === 200 ? answer.data.order.revision : 0;
  };
  const correct = async (id: number, body: { trackingNumber: string | null; sendsMail?: boolean; revision?: number }) =>
    call<'PUT /admin/order/{id}/tracking'>(`/admin/order/${id}/tracking`, {
      method: 'PUT',
      body: { revision: await readRevision(id), ...body },
      headers: staff.headers,
    });
  const shipOrder = async () => {
    const id = await seedOrder(api, camille, { order: { lang: 'en', state: 'PREPARING' } });
    await moveTo(id, { state: 'SHIPPED', trackingNumber: '6A111' });
    return id;
  };

  test('corrects the number and its link, and mails it on request', async () => {
    const id = await shipOrder();
    const silent = await correct(id, { trackingNumber: '6A222' });
    expect(silent.data.order).toMatchObject({
      status: 'SHIPPED',
      tracking: { number: '6A222', url: 'https://parcels.example/6A222' },
    });
    expect(await mailAbout(id, 'order-tracking-corrected')).toBeUndefined();
    await correct(id, { trackingNumber: '6A333', sendsMail: true });
    expect((await mailAbout(id, 'order-tracking-corrected'))?.text).toContain('https://parcels.example/6A333');
    expect((await readOrder(id)).tracking?.number).toBe('6A333');
  });

  test('removes the number with null', async () => {
    const id = await shipOrder();
    expect((await correct(id, { trackingNumber: null, sendsMail: true })).data.order.tracking).toBeNull();
    expect(await mailAbout(id, 'order-tracking-corrected')).toBeUndefined();
  });

  test('refuses a correction that is based on an older revision, with the present order', async () => {
    const id = await shipOrder();
    const revision = await readRevision(id);
    const [first, second] = [{ trackingNumber: '6A222' }, { trackingNumber: '6A333', sendsMail: true }];
    const answers = await Promise.all([first, second].map((body) => correct(id, { ...body, revision })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [saved, refused] = answers[0]?.status === 200 ? answers : answers.toReversed();
    expect(saved?.data.order.revision).toBe(revision + 1);
    const { tracking } = await readOrder(id);
    expect(saved?.data.order.tracking).toEqual(tracking);
    expect(JSON.parse(refused?.text ?? '').data.present.order).toMatchObject({ revision: revision + 1, tracking });
  });

  test('refuses a correction after the order was moved, but not after a note was added', async () => {
    const id = await shipOrder();
    const revision = await readRevision(id);
    const note = { method: 'POST' as const, body: { text: 'Called the carrier' }, headers: staff.headers };
    expect((await call(`/admin/order/${id}/note`, note)).status).toBe(200);
    expect(await readRevision(id)).toBe(revision);
    await moveTo(id, { state: 'COMPLETED' });
    expect((await correct(id, { trackingNumber: '6A222', revision })).status).toBe(409);
    expect((await readOrder(id)).tracking?.number).toBe('6A111');
  });

  test('refuses an order that has not been shipped, or that does not exist', async () => {
    const id = await seedOrder(api, camille, { order: { state: 'PREPARING' } });
    expect((await correct(id, { trackingNumber: '6A222' })).status).toBe(409);
    expect((await correct(2_000_000, { trackingNumber: '6A222' })).status).toBe(404);
  });
});

describe('the delivery time of a carrier', () => {
  test('is part of the quote', async () => {
    const { data } = await call<'POST /calculate/shipping-fees'>('/calculate/shipping-fees', {
      method: 'POST',
      body: {
        products: [{ idProduct: 1, id: 11, quantity: 6 }],
        postalCode: mainlandAddress.postalCode,
        country: 'FR',
      },
    });
    expect(data.carriers.map(({ id, deliveryTime }) => [id, deliveryTime])).toEqual([
      [2, undefined],
      [1, { minDays: 2, maxDays: 3 }],
    ]);
  });

  test('is kept with the order and stated in its confirmation', async () => {
    const { data } = await placeOrder(camille, createPlaceOrderInput(), { lang: 'en' });
    await changeCarrier({ deliveryTime: { minDays: 8, maxDays: 9 } });
    expect((await readOrder(data.id)).carrier?.deliveryTime).toEqual({ minDays: 2, maxDays: 3 });
    await changeCarrier({ deliveryTime: { minDays: 2, maxDays: 3 } });
    expect((await mailAbout(data.id, 'order-confirmation'))?.text).toContain(
      'Delivery time: 2 to 3 working days after dispatch',
    );
  });
});

test('an order keeps the contents of its boxes as they were', async () => {
  const { data } = await placeOrder(camille, createPlaceOrderInput({ products: [{ id: 51, quantity: 2 }] }), {
    lang: 'fr_FR',
  });
  await withSiteTransaction(db, 40, (tx) =>
    tx.update(boxContents).set({ quantity: 5 }).where(eq(boxContents.variantId, 11)),
  );
  const [line] = (await readOrder(data.id)).products;
  expect(line?.contents.map(({ quantity, year }) => [quantity, year])).toEqual([
    [2, 2022],
    [1, 2022],
  ]);
  const text = `2 × ${line?.contents[0]?.name} 2022`;
  expect((await mailAbout(data.id, 'order-confirmation'))?.text).toContain(text);
  expect((await mailAbout(data.id, 'order-notice'))?.text).toContain(text);
});

describe('the confirmation of a delivery', () => {
  const customs = 'This parcel leaves the customs and excise territory of the European';
  const brackets = [{ upTo: null, price: 2_000 }];
  const sendTo = async (country: string, postalCode: string) => {
    const address = { delivery: { ...mainlandAddress, country, postalCode } };
    const { data } = await placeOrder(camille, createPlaceOrderInput({ address }), { lang: 'en' });
    return (await mailAbout(data.id, 'order-confirmation'))?.text;
  };

  test('mentions customs for destinations outside the customs and excise territory only', async () => {
    await changeCarrier({ rates: [{ zones: ['GB', 'BE', 'FR-MAINLAND'], brackets }] });
    expect(await sendTo('GB', 'SW1A 1AA')).toContain(customs);
    expect(await sendTo('BE', '1000')).not.toContain(customs);
    expect(await sendTo('FR', '16100')).not.toContain(customs);
  });
});

test('mails to the estate link to its own origin, and those to the customer to the host of the order', async () => {
  const { data } = await call<'POST /order'>('/order', {
    method: 'POST',
    body: createPlaceOrderInput({ products: [{ id: 11, quantity: 2 }] }),
    headers: { ...camille.headers, 'x-api-secret': testApiSecret, 'x-site-origin': 'http://estate-40.localhost:3000' },
  });
  const [confirmation, notice] = [
    await mailAbout(data.id, 'order-confirmation'),
    await mailAbout(data.id, 'order-notice'),
  ];
  expect(confirmation?.text).toContain('http://estate-40.localhost:3000/account/orders/');
  await call<'PUT /user/unsubscribe/ask'>('/user/unsubscribe/ask', {
    method: 'PUT',
    body: { message: '' },
    headers: { ...camille.headers, 'x-api-secret': testApiSecret, 'x-site-origin': 'http://estate-40.localhost:3000' },
  });
  const request = (await readMails(api, 40)).find(({ kind }) => kind === 'closure-request');
  for (const mail of [notice, request]) {
    expect(mail?.html).toContain('https://estate-40.example');
    expect(mail?.html).not.toContain('localhost');
  }
});
