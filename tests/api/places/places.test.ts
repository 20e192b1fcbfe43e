import { beforeAll, describe, expect, test } from 'vitest';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const { call } = api;

beforeAll(async () => {
  await seedEstate(api.db, api.filesDir, { id: 40, mark: 'Chênes' });
  await seedEstate(api.db, api.filesDir, { id: 41, mark: 'Willow', defaultLang: 'en' });
});

describe('GET /countries', () => {
  test.each([
    ['fr_FR', 'Allemagne', "États-Unis d'Amérique"],
    ['en', 'Germany', 'United States of America'],
  ])('returns all countries named and sorted in %s', async (lang, germany, america) => {
    const { countries } = (await call<'GET /countries'>('/countries', { lang })).data;
    expect(countries.length).toBeGreaterThan(240);
    expect(countries.find(({ alphaTwo }) => alphaTwo === 'DE')).toEqual({
      id: 276,
      alphaTwo: 'DE',
      alphaThree: 'DEU',
      numCode: '276',
      name: germany,
    });
    expect(countries.find(({ id }) => id === 840)?.name).toBe(america);
    const names = countries.map(({ name }) => name);
    expect(names).toEqual(names.toSorted(new Intl.Collator(lang.slice(0, 2)).compare));
  });

  test('sorts accented names next to unaccented ones', async () => {
    const { countries } = (await call<'GET /countries'>('/countries', { lang: 'fr_FR' })).data;
    const place = (code: string) => countries.findIndex(({ alphaTwo }) => alphaTwo === code);
    expect(place('US')).toBeLessThan(place('FR'));
  });
});

describe('GET /cities/{search}/{idCountry}', () => {
  const find = async (search: string, country = 250) =>
    (await call<'GET /cities/{search}/{idCountry}'>(`/cities/${encodeURIComponent(search)}/${country}`)).data.cities;

  test.each([
    ['a postcode', '16100', 'Cognac'],
    ['a name', 'Cognac', 'Cognac'],
    ['a name without its accents and hyphens', 'saint jean d angely', "Saint-Jean-d'Angély"],
    ['a name with st for saint', 'St-Emilion', 'Saint-Émilion'],
    ['the beginning of a name', 'borde', 'Bordeaux'],
    ['a name with a ligature', 'Oeuf-en-ternois', 'Œuf-en-Ternois'],
  ])('finds a town by %s', async (_, search, name) => expect((await find(search))[0]?.name).toBe(name));

  test('returns at most 50 towns for the beginning of a postcode, the most populous first', async () => {
    const found = await find('33');
    expect(found).toHaveLength(50);
    expect(found[0]).toMatchObject({ name: 'Bordeaux', department: '33' });
    expect(found.every(({ postalCode }) => postalCode.startsWith('33'))).toBe(true);
  });

  test('returns an id for each postcode of a town', async () => {
    const lyon = (await find('Lyon')).filter(({ name }) => name === 'Lyon');
    expect(lyon.length).toBeGreaterThan(5);
    expect(new Set(lyon.map(({ id }) => id)).size).toBe(lyon.length);
  });

  test('returns no towns of other countries', async () => expect(await find('Bergen', 578)).toEqual([]));
  test('returns no towns for punctuation alone', async () => expect(await find("-'")).toEqual([]));

  test.each([
    ['/cities/x/abc', 400],
    [`/cities/${'x'.repeat(61)}/250`, 400],
    ['/cities/%00/250', 400],
    ['/cities//250', 400],
  ])('%s returns %i', async (url, status) => expect((await call(url)).status).toBe(status));
});

describe('GET /company/address', () => {
  test('returns opening hours for every day of the week', async () => {
    const { addresses } = (await call<'GET /company/address'>('/company/address', { lang: 'en' })).data;
    expect(addresses.map(({ id }) => id)).toEqual([1, 2]);
    expect(addresses[0]).toMatchObject({
      country: { alphaTwo: 'FR', name: 'France' },
      position: { latitude: 45.69, longitude: -0.32 },
    });
    expect(addresses[0]?.openingHours).toHaveLength(7);
    expect(addresses[0]?.openingHours[0]).toEqual({ weekday: 'monday', open: [{ from: '09:00', to: '12:00' }] });
    expect(addresses[1]?.position).toBeNull();
  });

  test('filters addresses by type', async () => {
    const { addresses } = (await call<'GET /company/address'>('/company/address?type=head-office')).data;
    expect(addresses.map(({ id }) => id)).toEqual([2]);
    expect((await call<'GET /company/address'>('/company/address?type=x"')).data.addresses).toEqual([]);
    const others = (await call<'GET /company/address'>('/company/address?df:type=head-office&type=')).data.addresses;
    expect(others.map(({ id }) => id)).toEqual([1]);
    expect((await call('/company/address?city=Cognac')).errors).toHaveProperty('city');
  });

  test('follows the list convention', async () => {
    const read = async (query: string) =>
      (await call<'GET /company/address'>(`/company/address?${query}`)).data.addresses.map(({ id }) => id);
    expect(await read('orderBy=-id')).toEqual([2, 1]);
    expect(await read('nbItem=1&page=2')).toEqual([2]);
    expect((await call('/company/address?nbItem=0')).errors).toHaveProperty('nbItem');
  });

  test('uses exactly the types that GET /admin/address/type returns', async () => {
    const { addresses } = (await call<'GET /company/address'>('/company/address')).data;
    const used = [...new Set(addresses.flatMap(({ type }) => type.map(({ value }) => value)))].sort();
    const { types } = (await call<'GET /admin/address/type'>('/admin/address/type')).data;
    expect(used).toContain('head-office');
    expect(types).toEqual(used.map((value) => ({ value })));
  });

  test('returns the addresses of the site only', async () => {
    const answer = await call('/company/address', { site: 41 });
    expect(answer.text).toContain('Willow');
    expect(answer.text).not.toContain('Chênes');
  });
});
