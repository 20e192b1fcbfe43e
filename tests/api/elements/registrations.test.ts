import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { elementRegistrations, elementSlots } from '#server/api/elements/elements-tables.ts';
import { createRateLimiter, rateLimitRules } from '#server/api/limits/rate-limiter.ts';
import { mails } from '#server/api/mail/mail-tables.ts';
import { createSlotInputInHours, isoTimeInHours, saveTestElement } from '#tests/support/fixtures/element-input.ts';
import {
  createElementRegistrationCalls,
  resetElementsAndRegistrations,
  seedSitesWithElement,
} from '#tests/support/fixtures/registration-calls.ts';
import { createMailReaderRunningJobs } from '#tests/support/servers/mail-reader-running-jobs.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

vi.setConfig({ testTimeout: 120_000 });
const api = await startTestApi();
const { db } = api;
const inbox = createMailReaderRunningJobs(api);

const { register, readRegistrations } = createElementRegistrationCalls(api);

beforeAll(() => seedSitesWithElement(api));
beforeEach(() => resetElementsAndRegistrations(api, inbox));

describe('POST /element/{route}/{id}/register', () => {
  it('reserves places and confirms them by mail with a calendar file, a price and a link', async () => {
    const { status, data } = await register({ people: 3, email: 'jean@mail.example', language: 'en' });
    expect([status, data]).toEqual([200, { state: 'CONFIRMED' }]);
    const sent = await inbox.deliverPending();
    const mail = sent.find(({ to }) => to.includes('jean@mail.example'));
    expect(mail?.subject).toBe('Votre inscription\u00a0: Soirée au chai');
    expect(mail?.text).toContain('54,00');
    expect(mail?.text).toContain('anglais');
    expect(mail?.text).not.toContain('Jean Martin');
    const [file] = mail?.attachments ?? [];
    expect([file?.filename, file?.type]).toEqual(['evenement.ics', 'text/calendar']);
    expect(file?.content.toString()).toMatch(/BEGIN:VEVENT[\s\S]*SUMMARY:Soirée au chai[\s\S]*END:VEVENT/);
    const notice = sent.find(({ to }) => !to.includes('jean@mail.example'));
    expect(notice).toMatchObject({ replyTo: 'jean@mail.example', subject: 'Inscription pour 3\u00a0: Soirée au chai' });
    expect(notice?.text).toContain('Jean Martin');
  });

  it('mails no calendar file if the slot was deleted before the mail was sent', async () => {
    await register({ email: 'jean@mail.example' });
    await withSiteTransaction(db, 40, (tx) => tx.delete(elementSlots));
    const sent = await inbox.deliverPending();
    expect(sent.find(({ to }) => to.includes('jean@mail.example'))).toMatchObject({ attachments: [] });
  });

  it('confirms exactly the last 5 places of 50 simultaneous registrations and queues all further registrations in order', async () => {
    await register({ people: 5 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => register()));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(answers.filter(({ data }) => data.state === 'CONFIRMED')).toHaveLength(5);
    const rows = await readRegistrations();
    expect(rows.map(({ state }) => state)).toEqual([...Array(6).fill('CONFIRMED'), ...Array(45).fill('WAITING')]);
  });

  it('stores and confirms registrations beyond the limit of mails to the estate, and announces that once', async () => {
    const limits = createRateLimiter(db);
    const { points } = rateLimitRules['registration-notice-site'];
    for (let count = 0; count < points; count++) await limits.consume(40, 'registration-notice-site', 'all');
    await register();
    await register();
    const rows = await withSiteTransaction(db, 40, (tx) => tx.select({ kind: mails.kind }).from(mails));
    const kinds = rows.map(({ kind }) => kind).sort();
    expect(kinds).toEqual(['registration-confirmed', 'registration-confirmed', 'registrations-overflow']);
  });

  it('refuses registrations beyond the limit of the site', async () => {
    const limits = createRateLimiter(db);
    const { points } = rateLimitRules['registration-site'];
    for (let count = 0; count < points; count++) await limits.consume(40, 'registration-site', 'all');
    expect((await register()).status).toBe(429);
    expect((await register({}, { site: 41 })).status).toBe(200);
  });

  it('counts the same registration without a key once, until it is cancelled', async () => {
    const body = { people: 2, email: 'jean@mail.example' };
    const answers = await Promise.all([register(body), register(body), register(body)]);
    expect(answers.map(({ data }) => data)).toEqual(Array(3).fill({ state: 'CONFIRMED' }));
    expect(await readRegistrations()).toHaveLength(1);
    await register({ ...body, people: 3 });
    expect(await readRegistrations()).toHaveLength(2);
    const [{ id } = { id: 0 }] = await readRegistrations();
    await withSiteTransaction(db, 40, (tx) =>
      tx.update(elementRegistrations).set({ state: 'CANCELLED' }).where(eq(elementRegistrations.id, id)),
    );
    await register(body);
    expect(await readRegistrations()).toHaveLength(3);
  });

  it('registers once when a call is repeated with the same key', async () => {
    const headers = { 'idempotency-key': 'attempt-0001' };
    const body = { email: 'twice@mail.example' };
    expect((await register(body, { headers })).data).toEqual({ state: 'CONFIRMED' });
    expect((await register(body, { headers })).data).toEqual({ state: 'CONFIRMED' });
    expect(await readRegistrations()).toHaveLength(1);
    expect((await register({ ...body, people: 2 }, { headers })).status).toBe(409);
    expect((await register(body, { headers: { 'idempotency-key': 'no' } })).status).toBe(400);
  });

  it.each([
    ['too many people', { people: 7 }, 422, 'people'],
    ['a language that is not spoken', { language: 'de' }, 422, 'language'],
    ['an unknown date', { idSlot: 9 }, 422, 'idSlot'],
    ['no people', { people: 0 }, 400, 'people'],
    ['an invalid email address', { email: 'nobody' }, 400, 'email'],
  ])('refuses %s', async (_, body, status, field) => {
    const answer = await register(body);
    expect([answer.status, Object.keys(answer.errors ?? {})]).toEqual([status, [field]]);
    expect(await inbox.deliverPending()).toEqual([]);
  });

  it.each([
    ['a date that is closed', { registration: { closesHoursBefore: 100 } }],
    ['a cancelled element', { status: 'CANCELLED' }],
    ['a past date', { slots: [createSlotInputInHours(1, -5, 10)] }],
    ['an element without registration', { registration: null }],
  ])('refuses %s', async (_, changes) => {
    await saveTestElement(db, 40, changes);
    expect((await register()).status).toBe(409);
  });

  it('refuses a key that a simultaneous call for another date uses', async () => {
    await saveTestElement(db, 40, { slots: [createSlotInputInHours(1, 72, 10), createSlotInputInHours(2, 96, 10)] });
    const headers = { 'idempotency-key': '3f0c2f5e-8a55-4d6b-9d0e-2f9f3a6c1b70' };
    const results = await Promise.all(
      [1, 2].map((idSlot) => register({ idSlot, email: 'jean@mail.example' }, { headers })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await readRegistrations()).toHaveLength(1);
  });

  it('refuses once the waiting list is full', async () => {
    const row = {
      elementId: 1,
      slotId: 1,
      title: 'x',
      startsAt: new Date(isoTimeInHours(72)),
      name: 'x',
      language: '',
    };
    const person = {
      email: 'x@mail.example',
      emailKey: 'x@mail.example',
      people: 1,
      lang: 'fr_FR',
      requestHash: '',
    } as const;
    await withSiteTransaction(db, 40, (tx) =>
      tx
        .insert(elementRegistrations)
        .values(Array.from({ length: 100 }, () => ({ ...row, ...person, state: 'WAITING' }) as const)),
    );
    const answer = await register();
    expect([answer.status, answer.message]).toEqual([409, 'Cette date et sa liste d’attente sont complètes.']);
  });

  it('limits the mails to one mailbox over all sites', async () => {
    const { points } = rateLimitRules['registration-recipient'];
    const email = 'flooded@mail.example';
    for (let index = 0; index < points; index++)
      expect((await register({ email }, { site: index % 2 ? 40 : 41 })).status).toBe(200);
    const refused = await register({ email });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('limits registrations from one network', async () => {
    const headers = { 'x-client-address': '198.51.100.7' };
    for (let index = 0; index < rateLimitRules['registration-client'].points; index++)
      await register({ people: 1 }, { headers });
    expect((await register({}, { headers })).status).toBe(429);
  });
});
