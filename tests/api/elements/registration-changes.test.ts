import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { elementsJobs } from '#server/api/elements/elements-jobs.ts';
import { mails } from '#server/api/mail/mail-tables.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { createSlotInputInHours, saveTestElement } from '#tests/support/fixtures/element-input.ts';
import {
  createElementRegistrationCalls,
  resetElementsAndRegistrations,
  seedSitesWithElement,
} from '#tests/support/fixtures/registration-calls.ts';
import { createMailReaderRunningJobs } from '#tests/support/servers/mail-reader-running-jobs.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

vi.setConfig({ testTimeout: 120_000 });
const api = await startTestApi();
const { call, db } = api;
const inbox = createMailReaderRunningJobs(api);

const { register, readRegistrations } = createElementRegistrationCalls(api);

beforeAll(() => seedSitesWithElement(api));
beforeEach(() => resetElementsAndRegistrations(api, inbox));

const cancel = (token: string) => call('/element/registration/cancel', { method: 'PUT', body: { token } });
const tokenIn = (links: readonly string[]) =>
  links
    .find((href) => href.includes('/registrations/'))
    ?.split('/')
    .at(-1) ?? '';
const mailTo = async (email: string) => {
  const mail = (await inbox.deliverPending()).find(({ to }) => to.includes(email));
  if (!mail) throw new Error(`no mail to ${email}`);
  return mail;
};
const maintain = () =>
  elementsJobs.hourly['maintain-registrations']({ db, siteId: 40, payload: {}, signal: new AbortController().signal });

describe('PUT /element/registration/cancel', () => {
  it('gives the places to the waiting list in its order and mails the visitors whose state changes', async () => {
    await register({ people: 6, email: 'first@mail.example' });
    await register({ people: 4 });
    const token = tokenIn((await mailTo('first@mail.example')).links);
    const waiting = [
      { people: 4, email: 'second@mail.example' },
      { people: 3, email: 'third@mail.example' },
      { people: 1, email: 'fourth@mail.example' },
    ];
    for (const body of waiting) expect((await register(body, { lang: 'en' })).data).toEqual({ state: 'WAITING' });
    await inbox.deliverPending();
    expect((await cancel(token)).status).toBe(200);
    // The first waiting registration gets 4 of the 6 places. The next does not fit, and the last must not overtake it.
    const sent = await inbox.deliverPending();
    expect(sent.map(({ subject }) => subject)).toEqual([
      'Annulation pour 6\u00a0: Soirée au chai',
      'Places for you: Evening in the cellar',
    ]);
    expect(sent[1]?.to).toEqual(['second@mail.example']);
    expect(sent[1]?.attachments).toHaveLength(1);
    expect((await readRegistrations()).map(({ state }) => state)).toEqual([
      'CANCELLED',
      'CONFIRMED',
      'CONFIRMED',
      'WAITING',
      'WAITING',
    ]);
  });

  it('succeeds without a further effect when it is repeated', async () => {
    await register({ email: 'jean@mail.example' });
    const token = tokenIn((await mailTo('jean@mail.example')).links);
    await cancel(token);
    await inbox.deliverPending();
    expect((await cancel(token)).status).toBe(200);
    expect(await inbox.deliverPending()).toEqual([]);
  });

  it('refuses an unknown token, and a token of another site', async () => {
    expect((await cancel('unknown')).status).toBe(422);
    await register({ email: 'other@mail.example' }, { site: 41 });
    const token = tokenIn((await mailTo('other@mail.example')).links);
    expect((await cancel(token)).status).toBe(422);
    const answer = await call('/element/registration/cancel', { method: 'PUT', site: 41, body: { token } });
    expect(answer.status).toBe(200);
  });

  it('stores the hash of the token only', async () => {
    await register({ email: 'jean@mail.example' });
    const token = tokenIn((await mailTo('jean@mail.example')).links);
    const { rows } = await db.$client.query(`select * from element_registration_tokens`);
    expect(JSON.stringify(rows)).not.toContain(token);
    const sent = await withSiteTransaction(db, 40, (tx) => tx.select().from(mails));
    expect(JSON.stringify(sent)).not.toContain(token);
  });
});

describe('the hourly job', () => {
  it('reminds visitors once, the day before, unless they registered on that day', async () => {
    await saveTestElement(db, 40, { slots: [createSlotInputInHours(1, 20, 10)] });
    await register({ email: 'early@mail.example' });
    await register({ email: 'late@mail.example' });
    await inbox.deliverPending();
    await withSiteTransaction(db, 40, (tx) =>
      tx.execute("update element_registrations set created_at = now() - interval '3 days' where email like 'early%'"),
    );
    await maintain();
    await maintain();
    const sent = await inbox.deliverPending();
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      [['early@mail.example'], 'Rappel\u00a0: Soirée au chai'],
    ]);
    expect(tokenIn(sent[0]?.links ?? [])).not.toBe('');
  });

  it('moves the waiting list up when the estate has raised the capacity', async () => {
    await register({ people: 6 });
    await register({ people: 5, email: 'waiting@mail.example' });
    await inbox.deliverPending();
    await saveTestElement(db, 40, { slots: [createSlotInputInHours(1, 72, 11)] });
    await maintain();
    expect((await mailTo('waiting@mail.example')).subject).toBe('Des places pour vous\u00a0: Soirée au chai');
  });

  it('notifies visitors once that an element is cancelled', async () => {
    await register({ email: 'jean@mail.example' });
    await inbox.deliverPending();
    await saveTestElement(db, 40, { status: 'CANCELLED' });
    await maintain();
    await maintain();
    expect((await inbox.deliverPending()).map(({ subject }) => subject)).toEqual(['Annulé\u00a0: Soirée au chai']);
  });
});

describe('a moved date', () => {
  it('takes its registrations along and reminds them again', async () => {
    await register({ email: 'jean@mail.example' });
    await withSiteTransaction(db, 40, (tx) => tx.execute('update element_registrations set reminded_at = now()'));
    const moved = createSlotInputInHours(1, 200, 10);
    expect(await saveTestElement(db, 40, { slots: [moved] })).toMatchObject({ ok: true });
    expect(await readRegistrations()).toMatchObject([{ startsAt: new Date(moved.startsAt), remindedAt: null }]);
    expect(await saveTestElement(db, 40, { slots: [] })).toMatchObject({ ok: false, refusal: 'still_referenced' });
  });

  it('cannot move into the past while visitors are registered for it', async () => {
    const { data } = await register({ email: 'jean@mail.example' });
    expect(data.state).toBe('CONFIRMED');
    const before = await readRegistrations();
    const past = { slots: [createSlotInputInHours(2, 48, 10), createSlotInputInHours(1, -5, 10)] };
    expect(await saveTestElement(db, 40, past)).toMatchObject({
      ok: false,
      refusal: 'invalid_input',
      issues: [{ path: ['slots', 1, 'startsAt'], params: { code: 'registered_in_past' } }],
    });
    expect(await readRegistrations()).toEqual(before);
    await withSiteTransaction(db, 40, (tx) => tx.execute("update element_registrations set state = 'CANCELLED'"));
    expect(await saveTestElement(db, 40, past)).toMatchObject({ ok: true });
  });

  it('offers all its places again when it is used for a later year', async () => {
    await register({ people: 6 });
    await register({ people: 4 });
    await withSiteTransaction(db, 40, (tx) =>
      tx.execute("update element_registrations set starts_at = now() - interval '11 months'"),
    );
    await maintain();
    expect((await readRegistrations()).every(({ startsAt }) => startsAt < new Date())).toBe(true);
    expect((await register({ people: 6 })).data).toEqual({ state: 'CONFIRMED' });
  });
});

describe('personal data', () => {
  it('is exported with the account and erased with it, and its places go to the waiting list', async () => {
    const customer = await createCustomer(api);
    await register({ people: 6, email: customer.email });
    await register({ people: 6, email: 'waiting@mail.example' });
    await inbox.deliverPending();
    const exported = await call<'GET /user/export'>('/user/export', { headers: customer.headers });
    expect(exported.data.registrations).toMatchObject([{ title: 'Soirée au chai', people: 6, state: 'CONFIRMED' }]);
    const body = { password: customer.password };
    expect((await call('/user', { method: 'DELETE', headers: customer.headers, body })).status).toBe(200);
    expect((await readRegistrations()).map(({ email, state }) => [email, state])).toEqual([
      ['waiting@mail.example', 'CONFIRMED'],
    ]);
    expect((await mailTo('waiting@mail.example')).subject).toMatch(/^Des places pour vous/);
  });

  it('is deleted twelve months after the event', async () => {
    await register();
    await withSiteTransaction(db, 40, (tx) =>
      tx.execute("update element_registrations set starts_at = now() - interval '11 months'"),
    );
    const tidy = () => withSiteTransaction(db, 40, async (tx) => elementsJobs.daily['tidy-registrations'](tx));
    await tidy();
    expect(await readRegistrations()).toHaveLength(1);
    await withSiteTransaction(db, 40, (tx) =>
      tx.execute("update element_registrations set starts_at = now() - interval '13 months'"),
    );
    await tidy();
    expect(await readRegistrations()).toEqual([]);
  });
});

describe('GET /admin/element/registration', () => {
  it('lists registrations for staff only', async () => {
    await register({ email: 'jean@mail.example', people: 2 });
    const admin = await createCustomer(api, { role: 'ADMIN' });
    const { data } = await call<'GET /admin/element/registration'>('/admin/element/registration?idElement=1', {
      headers: admin.headers,
    });
    expect(data).toMatchObject({ total: 1, registrations: [{ email: 'jean@mail.example', people: 2, idSlot: 1 }] });
    const none = await call<'GET /admin/element/registration'>('/admin/element/registration?state=WAITING', {
      headers: admin.headers,
    });
    expect(none.data.total).toBe(0);
    expect((await call('/admin/element/registration')).status).toBe(401);
  });
});
