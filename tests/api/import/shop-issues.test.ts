import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { formatIssues } from '#server/import/content-issues.ts';
import { checkSiteFolder } from '#server/import/import-site.ts';
import { copyStarterSite, createTemporaryFolder, setJsonValueAtPath } from '#tests/support/fixtures/starter-site.ts';

let sitesDir: string;
let dir: string;
beforeEach(async () => {
  sitesDir = await createTemporaryFolder();
  dir = await copyStarterSite(sitesDir, 'chateau-b', 42);
});

const set = (file: string, path: readonly (string | number)[], value: unknown) =>
  setJsonValueAtPath(join(dir, 'content', file), path, value);
const checkIssues = async () => formatIssues(await checkSiteFolder(dir));

const code = { id: 1, code: 'BONJOUR', type: 'PERCENTAGE', amount: 10 };
const point = {
  id: 1,
  name: 'Épicerie du Port',
  addLine1: '1, quai du Port',
  zipCode: '16100',
  city: 'Cognac',
  country: 'FR',
  coordinates: { latitude: 45.69, longitude: -0.33 },
};
const tag = { slug: 'bio', label: 'Bio' };
const carrier = {
  id: 2,
  name: 'Point relais',
  serviceCode: 'RELAY',
  deliveryType: 'PICKUP',
  rates: [{ zones: ['FR-MAINLAND'], brackets: [{ upTo: null, price: 5 }] }],
};

/**
 * A case: its name, the file, the path of the invalid value (empty for the whole file), the value, and the expected
 * message.
 */
type Faulty = [string, string, (string | number)[], unknown, string];

describe('the check of carriers', { timeout: 120_000 }, () => {
  test.each<Faulty>([
    ['France as one zone', 'carriers.json', [0, 'rates', 0, 'zones'], ['FR'], '0.rates.0.zones: "FR" is three zones'],
    ['an unknown country', 'carriers.json', [0, 'rates', 0, 'zones'], ['ZZ'], '0.rates.0.zones: "ZZ" is no country'],
    [
      'an unknown zone',
      'carriers.json',
      [0, 'rates', 0, 'zones'],
      ['France'],
      '0.rates.0.zones.0: a zone: FR-MAINLAND',
    ],
    [
      'a zone with two rates',
      'carriers.json',
      [0, 'rates', 1, 'zones'],
      ['FR-MAINLAND'],
      '0.rates.1.zones: "FR-MAINLAND" has a rate already',
    ],
    [
      'brackets that do not rise',
      'carriers.json',
      [0, 'rates', 0, 'brackets', 1, 'upTo'],
      6,
      '0.rates.0.brackets.1.upTo: must be more than in the bracket before',
    ],
    [
      'a bracket after one without an end',
      'carriers.json',
      [0, 'rates', 0, 'brackets', 0, 'upTo'],
      null,
      '0.rates.0.brackets.1.upTo: must be more than in the bracket before; only the last may be null',
    ],
    [
      'a fraction of a cent',
      'carriers.json',
      [0, 'rates', 0, 'brackets', 0, 'price'],
      9.999,
      '0.rates.0.brackets.0.price',
    ],
    ['two carriers with one id', 'carriers.json', [1], { ...carrier, id: 1 }, '1.id: the id 1 is used already at 0'],
    [
      'a planned price more than two years ahead',
      'products/red.json',
      ['declinations', 0, 'plannedPrices'],
      [{ from: '9000-01-01T00:00:00Z', price: 12 }],
      'declinations.0.plannedPrices.0.from: must be at most 2 years from now',
    ],
    ['a pickup carrier without pickup points', 'carriers.json', [1], carrier, '1.deliveryType: is PICKUP'],
  ])('reports %s', async (_, file, path, value, reason) => {
    await set(file, path, value);
    expect(await checkIssues()).toContain(`content/${file}  ${reason}`);
  });

  test('accepts a pickup carrier with pickup points', async () => {
    await set('carriers.json', [1], carrier);
    await set('relay-points.json', [0], point);
    expect(await checkIssues()).toBe('');
  });
});

describe('the check of codes, pickup points, payment methods and newsletters', { timeout: 120_000 }, () => {
  test.each<Faulty>([
    [
      'a duplicate code in another spelling',
      'discount-codes.json',
      [],
      [code, { ...code, id: 2, code: ' bonjour' }],
      '1.code: the code "BONJOUR" is used already at 0',
    ],
    ['two tags with one slug', 'tags.json', [], [tag, tag], '1.slug: the slug "bio" is used already at 0'],
    [
      'a discount above 100 percent',
      'discount-codes.json',
      [],
      [{ ...code, amount: 120 }],
      '0.amount: must be at most 100 percent',
    ],
    [
      'an end before the start',
      'discount-codes.json',
      [],
      [{ ...code, from: '2027-02-01T00:00:00Z', to: '2027-01-01T00:00:00Z' }],
      '0.to: must be after "from"',
    ],
    ['an unknown country', 'relay-points.json', [], [{ ...point, country: 'ZZ' }], '0.country: "ZZ" is no country'],
    [
      'a latitude out of range',
      'relay-points.json',
      [],
      [{ ...point, coordinates: { latitude: 123, longitude: 0 } }],
      '0.coordinates.latitude',
    ],
    ['two points with one id', 'relay-points.json', [], [point, point], '1.id: the id 1 is used already at 0'],
    ['an unknown payment method', 'payment-methods.json', [0, 'method'], 'BARTER', '0.method'],
    [
      'a duplicate payment method',
      'payment-methods.json',
      [1, 'method'],
      'TRANSFER',
      '1.method: the method "TRANSFER" is used already at 0',
    ],
    [
      'two newsletters with one id',
      'newsletter-lists.json',
      [1],
      { id: 1, name: 'Encore' },
      '1.id: the id 1 is used already at 0',
    ],
  ])('reports %s', async (_, file, path, value, reason) => {
    if (path.length === 0) await writeFile(join(dir, 'content', file), JSON.stringify(value));
    else await set(file, path, value);
    expect(await checkIssues()).toContain(`content/${file}  ${reason}`);
  });
});

describe('the check of collection schedules', { timeout: 120_000 }, () => {
  const closure = (from: string, to: string) => [{ from, to, reason: 'Congés' }];
  test.each<Faulty>([
    ['an unknown address', 'pickup.json', [0, 'address'], 9, '0.address: addresses.json has no address 9'],
    [
      'a schedule of zero length',
      'pickup.json',
      [0, 'schedules', 0, 'to'],
      '10:00',
      '0.schedules.0.to: must be after "from"',
    ],
    [
      'an invalid time of day',
      'pickup.json',
      [0, 'schedules', 0, 'to'],
      '25:00',
      '0.schedules.0.to: a time such as "09:30"',
    ],
    [
      'a duplicate id',
      'pickup.json',
      [0, 'schedules', 1, 'id'],
      1,
      '0.schedules.1.id: the id 1 is used already at schedules.0',
    ],
    [
      'a closure that ends before it begins',
      'pickup.json',
      [0, 'closures'],
      closure('2027-05-02', '2027-05-01'),
      '0.closures.0.to: must not be before "from"',
    ],
    [
      'a closure on an invalid date',
      'pickup.json',
      [0, 'closures'],
      closure('2027-02-30', '2027-03-01'),
      '0.closures.0.from',
    ],
  ])('reports %s', async (_, file, path, value, reason) => {
    await set(file, path, value);
    expect(await checkIssues()).toContain(`content/${file}  ${reason}`);
  });

  test('reports an address without click and collect', async () => {
    await set('addresses.json', [0, 'types'], ['shop']);
    expect(await checkIssues()).toContain(
      'content/pickup.json  0.address: the address 1 is not of type "click-and-collect"',
    );
  });
});

test('npm run site -- check prints the issues', { timeout: 120_000 }, async () => {
  await set('carriers.json', [0, 'rates', 0, 'zones'], ['FR']);
  await set('pickup.json', [0, 'address'], 9);
  const env = { ...process.env, SITES_DIR: sitesDir, DATA_DIR: await createTemporaryFolder() };
  const child = spawn(process.execPath, ['server/cli/site.ts', 'check'], {
    cwd: join(import.meta.dirname, '../../..'),
    env,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(1);
  expect(output).toContain('"FR" is three zones: FR-MAINLAND, FR-CORSICA and FR-OVERSEAS');
  expect(output).toContain('addresses.json has no address 9');
  expect(output).toContain('2 issues found.');
});

describe('a consent field of a form', () => {
  const write = (file: string, value: object) => writeFile(join(dir, 'content', file), JSON.stringify(value));
  const form = (field: object, before: object[] = [{ type: 'email', name: 'email', label: 'Email' }]) => [
    {
      id: 1,
      title: 'Visit',
      confirmation: 'Thank you.',
      fields: [...before, { type: 'consent', name: 'letter', label: 'I would like “The letter”', ...field }],
    },
  ];
  beforeEach(() => write('newsletter-lists.json', [{ id: 1, name: 'The letter' }]));

  test('names the newsletter to which it subscribes', async () => {
    await write('forms.json', form({ newsletterList: 1 }));
    expect(await checkIssues()).not.toContain('forms.json');
    await write('forms.json', form({ newsletterList: 1, label: 'I would like news' }));
    expect(await checkIssues()).toContain('must contain the name of the newsletter');
    await write('forms.json', form({ newsletterList: 2 }));
    expect(await checkIssues()).toContain('there is no newsletter 2');
  });

  test('needs an email address', async () => {
    await write('forms.json', form({ newsletterList: 1 }, []));
    expect(await checkIssues()).toContain('a newsletter needs an earlier field of the type "email"');
  });
});
