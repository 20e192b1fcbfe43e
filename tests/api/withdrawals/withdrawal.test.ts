import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { inSite } from '#server/api/database/site-transaction.ts';
import { rateLimitRules } from '#server/api/limits/rate-limits.ts';
import { mails } from '#server/api/mail/mail-tables.ts';
import { withdrawals } from '#server/api/withdrawals/withdrawals-tables.ts';
import { type Customer, newCustomer } from '#tests/support/fixtures/customer.ts';
import { fillEstate } from '#tests/support/fixtures/fill-estate.ts';
import { fillShop } from '#tests/support/fixtures/fill-shop.ts';
import { mailsOf, putOrder } from '#tests/support/fixtures/put-order.ts';
import { testApi } from '#tests/support/servers/test-api.ts';

vi.setConfig({ testTimeout: 120_000 });
const api = await testApi();
const { call, db } = api;

let camille: Customer;
let orderId: number;

beforeAll(async () => {
  for (const [id, mark] of [
    [40, 'Chênes'],
    [41, 'Willow'],
  ] as const) {
    await fillEstate(db, api.filesDir, { id, mark });
    await fillShop(db, id);
  }
  camille = await newCustomer(api);
  orderId = await putOrder(api, camille, { order: { number: '2026-00042' } });
});

beforeEach(async () => {
  await db.$client.query('delete from rate_limits');
  for (const site of [40, 41])
    await inSite(db, site, async (tx) => {
      await tx.delete(mails);
      await tx.delete(withdrawals);
    });
});

const declare = (body: object = {}, options: { site?: number; lang?: string } = {}) =>
  call<'POST /withdrawal'>('/withdrawal', {
    method: 'POST',
    body: { name: 'Camille Vignaud', email: camille.email, orderNumber: '2026-00042', ...body },
    ...options,
  });
const declared = (site = 40) => inSite(db, site, (tx) => tx.select().from(withdrawals));

describe('a withdrawal', () => {
  test('is recorded with the moment of its receipt, and with the order', async () => {
    const before = Date.now();
    const { status, data } = await declare({ message: 'Seulement le coffret' });
    expect(status).toBe(200);
    const received = Date.parse(data.receivedAt);
    expect(received).toBeGreaterThanOrEqual(before);
    expect(received).toBeLessThanOrEqual(Date.now());
    expect(await declared()).toMatchObject([
      {
        name: 'Camille Vignaud',
        email: camille.email,
        orderNumber: '2026-00042',
        message: 'Seulement le coffret',
        orderId,
        receivedAt: new Date(received),
      },
    ]);
  });

  test('is acknowledged by mail, word for word, with day and time at the estate', async () => {
    const { data } = await declare({ message: 'Le coffret <b>seul</b>' });
    const mail = (await mailsOf(api, 40)).find(({ recipient }) => recipient === camille.email);
    expect(mail).toMatchObject({ kind: 'withdrawal-acknowledgement', orderId, state: 'QUEUED' });
    expect(mail?.subject).toBe('Nous avons bien reçu votre rétractation pour la commande 2026-00042');
    const time = new Intl.DateTimeFormat('fr-FR', {
      timeZone: 'Europe/Paris',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'short',
    }).format(new Date(data.receivedAt));
    const day = new Intl.DateTimeFormat('fr-FR', { timeZone: 'Europe/Paris', dateStyle: 'full' }).format(
      new Date(data.receivedAt),
    );
    for (const part of ['Camille Vignaud', camille.email, '2026-00042', day, time, 'Europe/Paris'])
      expect(mail?.text).toContain(part);
    expect(mail?.text).toContain('Le coffret <b>seul</b>');
    expect(mail?.html).toContain('Le coffret &lt;b&gt;seul&lt;/b&gt;');
  });

  test('is told to the estate in its own language, and an answer goes to the customer', async () => {
    await declare({}, { lang: 'en' });
    const sent = await mailsOf(api, 40);
    expect(sent.map(({ kind }) => kind)).toEqual(['withdrawal-acknowledgement', 'withdrawal-notice']);
    expect(sent[0]?.subject).toContain('We have received your withdrawal');
    expect(sent[1]?.subject).toBe('Rétractation de la commande 2026-00042');
    expect(sent[1]?.replyTo).toBe(camille.email);
    expect(sent[1]?.text).toContain('correspondent à la commande');
  });

  test.each([
    ['the number in other words', { orderNumber: ' 2026-00042 ' }, true],
    ['the address in capitals', () => ({ email: camille.email.toUpperCase() }), true],
    ['an unknown number', { orderNumber: '2026-77777' }, false],
    ['somebody else’s address', { email: 'robin@mail.example' }, false],
    ['what is no number at all', { orderNumber: 'le coffret de Noël' }, false],
  ])('with %s is recorded, and answered in the same way', async (_, wish, isKnown) => {
    const known = await declare();
    const answer = await declare(typeof wish === 'function' ? wish() : wish);
    expect(answer.status).toBe(200);
    const shape = (text: string) => text.replace(/"receivedAt":"[^"]+"/, '');
    expect(shape(answer.text)).toBe(shape(known.text));
    expect((await declared()).map((row) => row.orderId)).toEqual([orderId, isKnown ? orderId : null]);
    const sent = await mailsOf(api, 40);
    expect(sent.map(({ kind }) => kind)).toEqual([
      'withdrawal-acknowledgement',
      'withdrawal-notice',
      'withdrawal-acknowledgement',
      'withdrawal-notice',
    ]);
    expect(sent[3]?.text.includes('Aucune commande')).toBe(!isKnown);
  });

  test('at another estate does not find the order', async () => {
    expect((await declare({}, { site: 41 })).status).toBe(200);
    expect((await declared(41)).map((row) => row.orderId)).toEqual([null]);
    expect(await declared(40)).toEqual([]);
    expect(JSON.stringify(await mailsOf(api, 41))).not.toContain('Chênes');
  });

  test.each([
    ['without a name', { name: ' ' }],
    ['without an address', { email: undefined }],
    ['with two addresses', { email: 'a@mail.example,b@mail.example' }],
    ['with a header in the address', { email: 'a@mail.example\r\nBcc: b@mail.example' }],
    ['without a number', { orderNumber: '' }],
    ['with a novel', { message: 'x'.repeat(2_001) }],
    ['with more than is asked', { orderId: 1 }],
  ])('%s is malformed', async (_, body) => {
    expect((await declare(body)).status).toBe(400);
    expect(await declared()).toEqual([]);
  });

  test('with a line break in the name makes no header', async () => {
    await declare({ name: 'Camille\r\nBcc: robin@mail.example', orderNumber: 'x\r\nBcc: y' });
    for (const { subject } of await mailsOf(api, 40)) expect(subject).not.toMatch(/[\r\n]/);
  });
});

describe('many withdrawals', () => {
  test('to one address are refused after a few', async () => {
    const { points } = rateLimitRules['withdrawal-recipient'];
    for (let count = 0; count < points; count++) expect((await declare()).status).toBe(200);
    const refused = await declare({ email: camille.email.toUpperCase() });
    expect([refused.status, refused.message]).toEqual([429, expect.stringMatching(/\S/)]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
    expect(await declared()).toHaveLength(points);
    expect((await declare({ email: 'robin@mail.example' })).status).toBe(200);
  });

  test('from one place are refused after some, and at that estate only', async () => {
    const { points } = rateLimitRules['withdrawal-address'];
    for (let count = 0; count < points; count++)
      expect((await declare({ email: `camille-${count}@mail.example` })).status).toBe(200);
    expect((await declare({ email: 'robin@mail.example' })).status).toBe(429);
    expect((await declare({}, { site: 41 })).status).toBe(200);
  });
});
