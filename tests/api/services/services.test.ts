import { beforeAll, describe, expect, it } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { saveService } from '#server/api/services/save-service.ts';
import { addDays, toLocalDay } from '#shared/places/local-time.ts';
import { weekdays } from '#shared/places/weekday.ts';
import { ServiceInput } from '#shared/services/service-input.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { insertTags } from '#tests/support/fixtures/insert-tags.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const { call, db } = api;

const save = (changes: Record<string, unknown>) =>
  withSiteTransaction(db, 40, (tx) =>
    saveService(
      tx,
      ServiceInput.parse({
        id: 1,
        position: 0,
        slug: 'visite',
        title: { fr_FR: 'Visite guidée', en: 'Guided tour' },
        summary: 'Du pressoir au chai',
        body: { markdown: 'Une **heure**.' },
        ...changes,
      }),
    ),
  );
const tomorrow = addDays(toLocalDay(Date.now(), 'Europe/Paris'), 1);

beforeAll(async () => {
  await insertSite(db, 40);
  await insertSite(db, 41);
  const everyDay = { id: 1, weekdays: [...weekdays], from: '10:00', to: '12:00' };
  await save({ tags: ['visits'], price: 12, schedules: [everyDay], closures: [{ from: tomorrow, to: tomorrow }] });
  await save({
    id: 2,
    position: 1,
    slug: 'fut',
    title: 'Votre fût',
    tags: ['members', 'cellar'],
    membersOnly: true,
    price: 900,
  });
  await save({ id: 3, position: 2, slug: 'location', title: 'Location', tags: ['cellar'] });
});

describe('GET /service', () => {
  const ids = async (query = '') => (await call<'GET /service'>(`/service${query}`)).data.services.map(({ id }) => id);

  it.each([
    ['', [1, 2, 3]],
    ['?page=1&nbItem=100&tag=visits,members', [1, 2]],
    ['?tag=cellar', [2, 3]],
    ['?df:tag=cellar', [1]],
    ['?tag=unknown', []],
  ])('lists the services by tags: %s', async (query, expected) => expect(await ids(query)).toEqual(expected));

  it('lists the labelled tags of all services', async () => {
    await insertTags(db, 40, [
      ['cellar', 'Le chai'],
      ['unused', 'Ailleurs'],
    ]);
    const { tags } = (await call<'GET /service'>('/service?tag=visits')).data;
    expect(tags).toEqual([{ slug: 'cellar', label: 'Le chai' }]);
  });

  it('lists a service for members without its detail, also to members', async () => {
    const { headers } = await createCustomer(api);
    for (const options of [{}, { headers }]) {
      const { data } = await call<'GET /service'>('/service?tag=members', options);
      expect(data.services).toMatchObject([{ title: 'Votre fût', membersOnly: true, summary: '', price: null }]);
    }
  });

  it('returns nothing of another site', async () => {
    expect((await call<'GET /service'>('/service', { site: 41 })).data).toEqual({ services: [], total: 0, tags: [] });
  });
});

describe('GET /service/{id}', () => {
  it('returns the detail in the language of the caller', async () => {
    const { data } = await call<'GET /service/{id}'>('/service/1', { lang: 'en' });
    expect(data).toMatchObject({
      title: 'Guided tour',
      html: '<p>Une <strong>heure</strong>.</p>',
      price: 12,
      hasCalendar: true,
    });
  });

  it('refuses a service for members to visitors with 401 and shows it to members', async () => {
    const refused = await call('/service/2');
    expect([refused.status, refused.message]).toEqual([
      401,
      'Ce service est réservé aux membres. Merci de vous connecter d’abord.',
    ]);
    expect(refused.text).not.toContain('Une');
    const { headers } = await createCustomer(api);
    const { status, data } = await call<'GET /service/{id}'>('/service/2', { headers });
    expect([status, data.price]).toEqual([200, 900]);
  });

  it.each(['/service/9', '/service/0'])('refuses %s', async (path) => {
    expect([400, 404]).toContain((await call(path)).status);
  });
});

it('the calendar of a service lists its days without closures', async () => {
  const after = addDays(tomorrow, 1);
  const [year, month] = after.split('-').map(Number);
  const { data } = await call<'GET /calendar/{id}/date/allowed/{month}/{year}'>(
    `/calendar/1/date/allowed/${month}/${year}?type=service`,
  );
  expect(data.dates[0]).toBe(after);
  expect(data.schedules[0]).toEqual({ id: 1, date: after, from: '10:00', to: '12:00' });
});
