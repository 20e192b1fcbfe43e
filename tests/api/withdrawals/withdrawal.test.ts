import { inArray } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { rateLimitRules } from '#server/api/limits/rate-limiter.ts';
import { mails } from '#server/api/mail/mail-tables.ts';
import { withdrawalsDailyTasks } from '#server/api/withdrawals/withdrawals-jobs.ts';
import { withdrawals } from '#server/api/withdrawals/withdrawals-tables.ts';
import { interpolate } from '#shared/interpolate.ts';
import withdrawalTexts from '#shared/texts/fr_FR/withdrawals.json' with { type: 'json' };
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { readMails, seedOrder } from '#tests/support/fixtures/seed-order.ts';
import { seedShopSettings } from '#tests/support/fixtures/seed-shop-settings.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

vi.setConfig({ testTimeout: 120_000 });
const api = await startTestApi();
const { call, db } = api;

let camille: Customer;
let orderId: number;

beforeAll(async () => {
  for (const [id, mark] of [
    [40, 'Chênes'],
    [41, 'Willow'],
  ] as const) {
    await seedEstate(db, api.filesDir, { id, mark });
    await seedShopSettings(db, id);
  }
  camille = await createCustomer(api);
  orderId = await seedOrder(api, camille, { order: { number: '2026-00042' } });
});

beforeEach(async () => {
  await db.$client.query('delete from rate_limits');
  for (const site of [40, 41])
    await withSiteTransaction(db, site, async (tx) => {
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
const storedWithdrawals = (site = 40) => withSiteTransaction(db, site, (tx) => tx.select().from(withdrawals));

describe('POST /withdrawal', () => {
  test('stores the withdrawal with its time of receipt and its order', async () => {
    const before = Date.now();
    const { status, data } = await declare({ message: 'Seulement le coffret' });
    expect(status).toBe(200);
    const received = Date.parse(data.receivedAt);
    expect(received).toBeGreaterThanOrEqual(before);
    expect(received).toBeLessThanOrEqual(Date.now());
    expect(await storedWithdrawals()).toMatchObject([
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

  test('acknowledges the withdrawal by mail with its content and the local date and time', async () => {
    const { data } = await declare({ message: 'Le coffret <b>seul</b>' });
    const mail = (await readMails(api, 40)).find(({ recipient }) => recipient === camille.email);
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

  test('notifies the estate in its own language with the customer as reply address', async () => {
    await declare({}, { lang: 'en' });
    const sent = await readMails(api, 40);
    expect(sent.map(({ kind }) => kind)).toEqual(['withdrawal-acknowledgement', 'withdrawal-notice']);
    expect(sent[0]?.subject).toContain('We have received your withdrawal');
    expect(sent[1]?.subject).toBe('Rétractation de la commande 2026-00042');
    expect(sent[1]?.replyTo).toBe(camille.email);
    expect(sent[1]?.text).toContain('correspondent à la commande');
  });

  test.each([
    ['spaces around the number', { orderNumber: ' 2026-00042 ' }, true],
    ['the address in capitals', () => ({ email: camille.email.toUpperCase() }), true],
    ['spaces in the number', { orderNumber: '2026 - 00042' }, true],
    ['no-break spaces, an en dash and a prefix', { orderNumber: 'n°\u00a02026\u202f–\u202f00042' }, true],
    ['an unknown number', { orderNumber: '2026-77777' }, false],
    ['the address of another customer', { email: 'robin@mail.example' }, false],
    ['text in place of a number', { orderNumber: 'le coffret de Noël' }, false],
  ])('stores a withdrawal with %s and responds to it identically', async (_, body, isKnown) => {
    const known = await declare();
    const answer = await declare(typeof body === 'function' ? body() : body);
    expect(answer.status).toBe(200);
    const shape = (text: string) => text.replace(/"receivedAt":"[^"]+"/, '');
    expect(shape(answer.text)).toBe(shape(known.text));
    expect((await storedWithdrawals()).map((row) => row.orderId)).toEqual([orderId, isKnown ? orderId : null]);
    const sent = await readMails(api, 40);
    expect(sent.map(({ kind }) => kind)).toEqual([
      'withdrawal-acknowledgement',
      'withdrawal-notice',
      isKnown ? 'withdrawal-acknowledgement' : 'withdrawal-unmatched',
      'withdrawal-notice',
    ]);
    expect(sent[3]?.text.includes('Aucune commande')).toBe(!isKnown);
  });

  test('stores and mails the sentence that the page shows', async () => {
    const shown = interpolate(withdrawalTexts.statement, { name: 'Camille Vignaud', number: '2026 - 00042' });
    await declare({ name: ' Camille Vignaud ', orderNumber: '2026 - 00042' });
    expect((await storedWithdrawals())[0]?.statement).toBe(shown);
    for (const { text } of await readMails(api, 40)) expect(text.replace(/\n/g, ' ')).toContain(shown);
  });

  test('mails nothing that was typed in a declaration without an order', async () => {
    await declare({
      name: 'Visit evil.example',
      email: 'victim@mail.example',
      orderNumber: 'win.example',
      message: 'https://evil.example/offer',
    });
    const sent = await readMails(api, 40);
    expect(sent.map(({ kind, replyTo }) => [kind, replyTo])).toEqual([
      ['withdrawal-unmatched', null],
      ['withdrawal-notice', null],
    ]);
    for (const { subject, text, html } of sent)
      for (const content of [subject, text, html]) expect(content).not.toMatch(/evil|win\.example|victim/);
    expect(sent[0]?.recipient).toBe('victim@mail.example');
    expect(await storedWithdrawals()).toMatchObject([{ name: 'Visit evil.example', orderId: null }]);
  });

  test('leaves out what looks like a link in the acknowledgement of a guest order', async () => {
    const email = 'guest@mail.example';
    const number = '2026-00077';
    await seedOrder(api, { ...camille, id: 0, email }, { order: { number, userId: null } });
    await declare({ name: 'evil.example', email, orderNumber: number, message: 'see www.evil.example' });
    const sent = await readMails(api, 40);
    expect(sent.map(({ kind }) => kind)).toEqual(['withdrawal-acknowledgement', 'withdrawal-notice']);
    expect(sent[0]?.text).not.toContain('evil');
    expect(sent[0]?.text).toContain(number);
    expect(sent[1]?.text).toContain('see www.evil.example');
  });

  test.each([
    ['CELLAR_DOOR', 'a customer with an account', () => camille],
    ['FAIR', 'a guest', () => ({ ...camille, id: 0, email: 'desk@mail.example' })],
  ] as const)(
    'responds to a withdrawal from a sale of the channel %s to %s as to one without an order',
    async (channel, _, customerOf) => {
      const customer = customerOf();
      const number = `2026-0010${channel.length}`;
      await seedOrder(api, customer, { order: { number, channel, userId: customer.id || null } });
      const unknown = await declare({ email: customer.email, orderNumber: '2026-77777' });
      const answer = await declare({ email: customer.email, orderNumber: number });
      const withoutTime = (text: string) => text.replace(/"receivedAt":"[^"]+"/, '');
      expect([answer.status, withoutTime(answer.text)]).toEqual([200, withoutTime(unknown.text)]);
      expect((await storedWithdrawals()).map((row) => row.orderId)).toEqual([null, null]);
      const sent = await readMails(api, 40);
      expect(sent.map(({ kind }) => kind)).toEqual(Array(2).fill(['withdrawal-unmatched', 'withdrawal-notice']).flat());
      expect(sent[2]?.text.replace(/\s+/g, ' ')).toContain('n’ouvre pas droit à rétractation');
      expect(JSON.stringify(sent)).not.toContain(number);
    },
  );

  test('accepts a withdrawal from an order that staff entered by telephone', async () => {
    const id = await seedOrder(api, camille, { order: { number: '2026-00110', channel: 'PHONE' } });
    expect((await declare({ orderNumber: '2026-00110' })).status).toBe(200);
    expect((await storedWithdrawals()).map((row) => row.orderId)).toEqual([id]);
  });

  test('notifies the estate of at most ten declarations without an order an hour and stores all', async () => {
    for (let count = 0; count < 12; count++)
      await declare({ email: `camille-${count}@mail.example`, orderNumber: '2026-99999' });
    const notices = (await readMails(api, 40)).filter(({ kind }) => kind === 'withdrawal-notice');
    expect(notices).toHaveLength(rateLimitRules['withdrawal-unmatched-site'].points);
    expect(await storedWithdrawals()).toHaveLength(12);
  });

  test('finds no order of another estate', async () => {
    expect((await declare({}, { site: 41 })).status).toBe(200);
    expect((await storedWithdrawals(41)).map((row) => row.orderId)).toEqual([null]);
    expect(await storedWithdrawals(40)).toEqual([]);
    expect(JSON.stringify(await readMails(api, 41))).not.toContain('Chênes');
  });

  test.each([
    ['without a name', { name: ' ' }],
    ['without an address', { email: undefined }],
    ['with two addresses', { email: 'a@mail.example,b@mail.example' }],
    ['with a header in the address', { email: 'a@mail.example\r\nBcc: b@mail.example' }],
    ['without a number', { orderNumber: '' }],
    ['with a message that is too long', { message: 'x'.repeat(2_001) }],
    ['with an unknown field', { orderId: 1 }],
  ])('rejects a withdrawal %s with 400', async (_, body) => {
    expect((await declare(body)).status).toBe(400);
    expect(await storedWithdrawals()).toEqual([]);
  });

  test('writes no mail header from a line break in the name', async () => {
    await declare({ name: 'Camille\r\nBcc: robin@mail.example', orderNumber: 'x\r\nBcc: y' });
    for (const { subject } of await readMails(api, 40)) expect(subject).not.toMatch(/[\r\n]/);
  });
});

test('GET /admin/withdrawal lists all declarations for staff', async () => {
  await declare();
  await declare({ orderNumber: '2026-99999', message: 'le rouge' });
  const { headers } = await createCustomer(api, { role: 'ADMIN' });
  const { data } = await call<'GET /admin/withdrawal'>('/admin/withdrawal', { headers });
  expect(data.total).toBe(2);
  expect(data.withdrawals).toMatchObject([
    { orderNumber: '2026-99999', message: 'le rouge', idOrder: null },
    { orderNumber: '2026-00042', idOrder: orderId },
  ]);
});

test('declarations without an order are deleted after six months', async () => {
  await declare();
  await declare({ orderNumber: '2026-99999' });
  await declare({ orderNumber: '2026-88888' });
  const sevenMonthsAgo = new Date();
  sevenMonthsAgo.setUTCMonth(sevenMonthsAgo.getUTCMonth() - 7);
  await withSiteTransaction(db, 40, async (tx) => {
    await tx
      .update(withdrawals)
      .set({ receivedAt: sevenMonthsAgo })
      .where(inArray(withdrawals.orderNumber, ['2026-00042', '2026-99999']));
    await withdrawalsDailyTasks['tidy-withdrawals']?.(tx);
  });
  expect((await storedWithdrawals()).map(({ orderNumber }) => orderNumber).sort()).toEqual([
    '2026-00042',
    '2026-88888',
  ]);
});

describe('the limits of POST /withdrawal', () => {
  test('withdrawals for one address are limited', async () => {
    const { points } = rateLimitRules['withdrawal-recipient'];
    for (let count = 0; count < points; count++) expect((await declare()).status).toBe(200);
    const refused = await declare({ email: camille.email.toUpperCase() });
    expect([refused.status, refused.message]).toEqual([429, expect.stringMatching(/\S/)]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
    expect(await storedWithdrawals()).toHaveLength(points);
    expect((await declare({}, { site: 41 })).status).toBe(429);
    expect((await declare({ email: 'robin@mail.example' })).status).toBe(200);
  });

  test('withdrawals from one network are limited at each estate', async () => {
    const { points } = rateLimitRules['withdrawal-client'];
    for (let count = 0; count < points; count++)
      expect((await declare({ email: `camille-${count}@mail.example` })).status).toBe(200);
    expect((await declare({ email: 'robin@mail.example' })).status).toBe(429);
    expect((await declare({}, { site: 41 })).status).toBe(200);
  });
});
