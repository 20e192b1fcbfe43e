import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { maxPickupPointResults } from '#server/api/shipping/pickup-points.ts';
import { collectionPlaces, collectionSchedules, pickupPoints } from '#server/api/shipping/shipping-tables.ts';
import { addDays } from '#shared/places/local-time.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { billingAddress, seedOrder } from '#tests/support/fixtures/seed-order.ts';
import { seedShopSettings } from '#tests/support/fixtures/seed-shop-settings.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const { call, db } = api;
let camille: Customer;

beforeAll(async () => {
  for (const [id, mark] of [
    [40, 'Chênes'],
    [41, 'Willow'],
  ] as const) {
    await seedEstate(db, api.filesDir, { id, mark });
    await seedShopSettings(db, id);
  }
  camille = await createCustomer(api);
  // Only estate 41 offers collection at its second address.
  await withSiteTransaction(db, 41, async (tx) => {
    await tx.insert(collectionPlaces).values({ addressId: 2, closures: [] });
    await tx
      .insert(collectionSchedules)
      .values({ id: 9, addressId: 2, weekdays: ['sunday'], from: '10:00', to: '11:00', capacity: 1 });
  });
});

/** Fakes only `Date`, because timers must keep running. */
const setNow = (now: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
afterEach(() => void vi.useRealTimers());

const calendar = async (month: number, year: number, { address = 1, site = 40 } = {}) =>
  (
    await call<'GET /calendar/{id}/date/allowed/{month}/{year}'>(`/calendar/${address}/date/allowed/${month}/${year}`, {
      site,
    })
  ).data;

describe('GET /calendar/{id}/date/allowed/{month}/{year}', () => {
  test('returns every slot after the lead time of the estate', async () => {
    setNow('2031-05-14T13:30:00Z');
    const { dates, schedules } = await calendar(5, 2031);
    // The lead time of one day ends at 15:30 local time, after the beginning of the slot at 15:00, which is therefore
    // left out.
    expect(schedules[0]).toEqual({ id: 1, date: '2031-05-16', from: '10:00', to: '12:00' });
    expect(schedules[1]).toEqual({ id: 2, date: '2031-05-16', from: '15:00', to: '17:00' });
    expect(dates).toHaveLength(16);
    expect(schedules).toHaveLength(32);
    expect(dates).toEqual(dates.toSorted());
  });

  test('computes the lead time in the time zone of the estate', async () => {
    setNow('2031-05-14T12:59:00Z');
    expect((await calendar(5, 2031)).schedules[0]).toMatchObject({ id: 2, date: '2031-05-15' });
    setNow('2031-05-14T13:00:00Z');
    expect((await calendar(5, 2031)).schedules[0]).toMatchObject({ id: 2, date: '2031-05-15' });
    setNow('2031-05-14T13:00:01Z');
    expect((await calendar(5, 2031)).schedules[0]).toMatchObject({ id: 1, date: '2031-05-16' });
  });

  // Paris changes to summer time on 30 March 2031 and back on 26 October, so that a lead time of one day is 23 or 25
  // hours.
  test.each([
    ['in spring the day is an hour shorter', '2031-03-29T08:00:00Z', '2031-03-30'],
    ['in spring an hour more is too late', '2031-03-29T08:00:01Z', '2031-03-31'],
    ['in autumn the day is an hour longer', '2031-10-25T09:00:00Z', '2031-10-26'],
    ['in autumn an hour more is too late', '2031-10-25T09:00:01Z', '2031-10-27'],
  ])('follows the change of the clocks: %s', async (_, now, first) => {
    setNow(now);
    const month = Number(first.slice(5, 7));
    const { schedules } = await calendar(month, 2031);
    expect(schedules.find(({ id }) => id === 1)?.date).toBe(first);
  });

  test('states the closures of the month with their reasons in the language of the caller', async () => {
    const [place] = await withSiteTransaction(db, 40, (tx) => tx.select().from(collectionPlaces));
    const { from = '', to = '' } = place?.closures[0] ?? {};
    setNow(`${from}T06:00:00Z`);
    const [year, month] = from.split('-').map(Number);
    const path = `/calendar/1/date/allowed/${month}/${year}`;
    for (const [lang, reason] of [
      ['fr_FR', 'Congés'],
      ['en', 'Holidays'],
    ] as const) {
      const { data } = await call<'GET /calendar/{id}/date/allowed/{month}/{year}'>(path, { lang });
      expect(data.closures).toEqual([{ from, to, reason }]);
    }
    expect((await calendar(((month ?? 1) + 5) % 12 || 12, (year ?? 2000) + 1)).closures).toEqual([]);
  });

  test('returns no slots more than sixty days ahead', async () => {
    setNow('2031-05-14T06:00:00Z');
    expect((await calendar(7, 2031)).dates.at(-1)).toBe('2031-07-13');
    expect(await calendar(8, 2031)).toEqual({ dates: [], schedules: [], closures: [] });
  });

  test.each([
    [1, 2020],
    [4, 2031],
    [5, 2200],
  ])('returns no slots for month %i of %i', async (month, year) => {
    setNow('2031-05-14T06:00:00Z');
    expect(await calendar(month, year)).toEqual({ dates: [], schedules: [], closures: [] });
  });

  test('omits the days on which the estate is closed', async () => {
    const [place] = await withSiteTransaction(db, 40, (tx) => tx.select().from(collectionPlaces));
    const closed = place?.closures.flatMap(({ from, to }) => [from, addDays(from, 3), to]) ?? [];
    expect(closed).toHaveLength(3);
    const months = new Set(closed.map((date) => date.slice(0, 7)));
    const dates = [];
    for (const month of months) {
      const [year = '', count = ''] = month.split('-');
      dates.push(...(await calendar(Number(count), Number(year))).dates);
    }
    expect(dates.filter((date) => closed.includes(date))).toEqual([]);
  });

  test('omits full slots, not counting cancelled orders', async () => {
    setNow('2031-06-01T06:00:00Z');
    const order = { deliveryType: 'CLICK_AND_COLLECT', collectionDate: '2031-06-10', collectionScheduleId: 2 } as const;
    const timesOf = async (date: string) =>
      (await calendar(6, 2031)).schedules.filter((slot) => slot.date === date).map(({ id }) => id);
    await seedOrder(api, camille, { order });
    await seedOrder(api, camille, { order: { ...order, state: 'CANCELLED' } });
    expect(await timesOf('2031-06-10')).toEqual([1, 2]);
    await seedOrder(api, camille, { order: { ...order, state: 'READY' } });
    expect(await timesOf('2031-06-10')).toEqual([1]);
    expect(await timesOf('2031-06-11')).toEqual([1, 2]);
    for (let count = 0; count < 5; count++)
      await seedOrder(api, camille, { order: { ...order, collectionScheduleId: 1, collectionDate: '2031-06-12' } });
    expect(await timesOf('2031-06-12')).toEqual([1, 2]);
  });

  test('omits days without a free slot', async () => {
    setNow('2031-06-01T06:00:00Z');
    const willow = await createCustomer(api, { site: 41 });
    const options = { address: 2, site: 41 };
    expect((await calendar(6, 2031, options)).dates).toEqual(['2031-06-08', '2031-06-15', '2031-06-22', '2031-06-29']);
    await seedOrder(api, willow, {
      order: { deliveryType: 'CLICK_AND_COLLECT', collectionDate: '2031-06-15', collectionScheduleId: 9 },
    });
    expect((await calendar(6, 2031, options)).dates).toEqual(['2031-06-08', '2031-06-22', '2031-06-29']);
  });

  test.each([
    ['an address without collection', '/calendar/2/date/allowed/5/2031', 404],
    ['an unknown address', '/calendar/77/date/allowed/5/2031', 404],
    ['month 0', '/calendar/1/date/allowed/0/2031', 400],
    ['month 13', '/calendar/1/date/allowed/13/2031', 400],
    ['a year before 2000', '/calendar/1/date/allowed/5/1999', 400],
    ['a malformed address id', '/calendar/one/date/allowed/5/2031', 400],
  ])('rejects %s: %s returns %i', async (_, url, status) => expect((await call(url)).status).toBe(status));

  test('covers the addresses that GET /company/address lists for click and collect', async () => {
    const { addresses } = (await call<'GET /company/address'>('/company/address?type=click-and-collect')).data;
    expect(addresses.map(({ id }) => id)).toEqual([1]);
  });
});

describe('POST /relay/access-points', () => {
  const near = (body: object, site = 40) =>
    call<'POST /relay/access-points'>('/relay/access-points', { method: 'POST', body, site, lang: 'fr_FR' });
  const names = async (body: object) => (await near(body)).data.accessPoints.map(({ name }) => name);

  test('returns the pickup points of the country, the nearest first', async () => {
    expect(await names({ postalCode: '16100', city: 'Cognac' })).toEqual([
      'Tabac du Marché',
      'Librairie du Port',
      'Épicerie d’Ajaccio',
    ]);
    expect((await names({ postalCode: '20090' }))[0]).toBe('Épicerie d’Ajaccio');
    expect(await names({ postalCode: '5003', country: 'NO' })).toEqual([]);
  });

  test('returns address and opening hours in the caller’s language', async () => {
    const { accessPoints } = (await near({ postalCode: '16100', country: 250, idCarrier: 2 })).data;
    expect(accessPoints[0]).toEqual({
      id: '1',
      name: 'Tabac du Marché',
      addLine1: '2 place du Marché',
      zipCode: '16100',
      city: 'Cognac',
      country: 'FR',
      position: { latitude: 45.696, longitude: -0.329 },
      icon: 'shop',
      openingHours: '9 h – 19 h',
    });
  });

  test.each([
    ['delivers to addresses', 1],
    ['does not exist', 99],
  ])('returns no pickup points for a carrier that %s', async (_, idCarrier) => {
    expect(await names({ postalCode: '16100', idCarrier })).toEqual([]);
  });

  test('returns at most twenty pickup points', async () => {
    await withSiteTransaction(db, 41, (tx) =>
      tx.insert(pickupPoints).values(
        Array.from({ length: 40 }, (_, index) => ({
          id: 100 + index,
          name: `Relais ${index}`,
          addLine1: '',
          zipCode: `330${String(index).padStart(2, '0')}`,
          city: `Bourg ${index}`,
          country: 'FR',
          latitude: 44.8,
          longitude: -0.5 + index / 100,
          icon: 'shop',
          openingHours: '',
        })),
      ),
    );
    const { accessPoints } = (await near({ postalCode: '33000' }, 41)).data;
    expect(accessPoints).toHaveLength(maxPickupPointResults);
    expect(accessPoints[0]?.name).toBe('Relais 0');
    expect((await names({ postalCode: '33000' })).filter((name) => name.startsWith('Relais'))).toEqual([]);
  });

  test.each([
    ['an unknown country', { postalCode: '16100', country: 'XX' }, 422],
    ['an unknown country number', { postalCode: '16100', country: 999 }, 422],
    ['the address of an order', { ...billingAddress, idCarrier: 2 }, 200],
    ['no postcode', { city: 'Cognac' }, 400],
    ['an empty postcode', { postalCode: ' ' }, 400],
    ['another site', { postalCode: '16100', idSite: 41 }, 400],
    ['a zero byte', { postalCode: '16100', city: 'a\0b' }, 400],
  ])('responds to a body with %s %o with %i', async (_, body, status) => {
    const answer = await near(body);
    expect(answer.status).toBe(status);
    if (status === 422) expect(answer.errors).toHaveProperty('country');
  });
});

test('GET /shipping/countries returns the countries of the estate’s carriers', async () => {
  const { data } = await call<'GET /shipping/countries'>('/shipping/countries');
  expect(data.countries.sort()).toEqual(['BE', 'FR', 'MC', 'SE']);
});
