import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { readInvitations } from '#server/api/accounts/accounts.ts';
import { products } from '#server/api/catalogue/product-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { paymentMethods } from '#server/api/payments/payments-tables.ts';
import { carriers, collectionSchedules } from '#server/api/shipping/shipping-tables.ts';
import { createSiteJsonSchema } from '#server/cli/site-schema.ts';
import { formatIssues } from '#server/import/content-issues.ts';
import { findWarnings } from '#server/import/find-warnings.ts';
import { checkSiteFolder } from '#server/import/import-site.ts';
import { copyStarterSite, createTemporaryFolder, setJson } from '#tests/support/fixtures/starter-site.ts';
import { runCommand } from '#tests/support/servers/run-command.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const database = await openTestDatabase();
const root = join(import.meta.dirname, '../../..');
let sitesDir: string;
let dataDir: string;
beforeEach(async () => {
  sitesDir = await createTemporaryFolder();
  dataDir = await createTemporaryFolder();
});

const site = (...args: string[]) =>
  runCommand('server/cli/site.ts', args, { SITES_DIR: sitesDir, DATA_DIR: dataDir, DATABASE_URL: database.url });

/** A case: its name, the change that causes the issue, and the expected message. */
type InvalidCase = [string, (dir: string) => Promise<void>, string];

const product = (slug: string) => `content/products/${slug}.json`;
const write = (file: string, text: string) => (dir: string) => writeFile(join(dir, file), text);
const remove = (file: string) => (dir: string) => rm(join(dir, file));
const set = (file: string, path: readonly (string | number)[], value: unknown) => (dir: string) =>
  setJson(join(dir, file), path, value);

describe('npm run site -- check', () => {
  test('accepts a new site', async () => {
    await copyStarterSite(sitesDir, 'chateau-b', 42);
    expect(await site('check')).toMatchObject({ code: 0, output: expect.stringContaining('chateau-b: valid') });
  });

  const invalidCases: InvalidCase[] = [
    ['a half-written site.json', write('site.json', '{ "id": 42, "na'), 'site.json: is not JSON'],
    ['an empty site.json', write('site.json', ''), 'site.json: is empty'],
    ['a missing site.json', remove('site.json'), 'site.json: is missing'],
    ['a host in capitals', set('site.json', ['hosts', 0, 'name'], 'B.FR'), 'site.json  hosts.0.name: a host name'],
    ['an unknown key', set('content/theme.json', ['primry'], '#000'), 'content/theme.json'],
    ['an unknown parameter', set('content/parameters.json', ['FREE_BEER'], true), 'content/parameters.json'],
    [
      'a parameter of the wrong kind',
      set('content/parameters.json', ['LOGO_SIZE'], 'big'),
      'content/parameters.json  LOGO_SIZE: must be a number',
    ],
    [
      'an empty placeholder in a legal text',
      set('content/parameters.json', ['COMPANY_NAME'], ''),
      'content/parameters.json  SALE_TERMS: contains {{COMPANY_NAME}}, and the parameter COMPANY_NAME is empty',
    ],
    [
      'an unknown placeholder in a legal text',
      write('content/legal/sale-terms.en.md', 'Seller: {{COMPANY}}'),
      'content/parameters.json  SALE_TERMS: contains the unknown placeholder {{COMPANY}}',
    ],
    [
      'a missing picture',
      remove('media/bottles/red.webp'),
      'media/bottles/red.webp: is named by the content and is missing',
    ],
    [
      'an unreadable picture',
      write('media/bottles/red.webp', 'x'),
      'media/bottles/red.webp: cannot be read as a picture',
    ],
    [
      'a picture of another kind',
      write('media/bottles/red.webp', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'media/bottles/red.webp: ',
    ],
    [
      'a missing text',
      remove('content/pages/estate.en.md'),
      'content/pages/estate.en.md: is named as a text and is missing',
    ],
    [
      'a text outside the folder',
      set('content/news/online.json', ['markdown'], '../../x.md'),
      'content/news/online.json  markdown',
    ],
    [
      'a product id in two files',
      async (dir) => writeFile(join(dir, product('again')), await readFile(join(dir, product('red')))),
      `the id 1 is used already in ${product('again')}`,
    ],
    [
      'a recommended product that does not exist',
      set(product('red'), ['recommended'], [99]),
      `${product('red')}  recommended.0: there is no product 99`,
    ],
    [
      'a fraction of a cent',
      set(product('red'), ['declinations', 0, 'price'], 9.999),
      `${product('red')}  declinations.0.price`,
    ],
    [
      'a page that does not exist',
      set('content/page-tree.fr_FR.json', [0, 'page'], 77),
      'content/page-tree.fr_FR.json  0.page: pages.json has no page 77',
    ],
    ...[
      ['an internal link to another site', { type: 'INTERNAL', url: '//evil.example' }, 'must have a url that begins'],
      ['a link that runs code', { type: 'EXTERNAL', url: 'javascript:alert(1)' }, 'must have a url that begins'],
      ['a script without code', { type: 'SCRIPT' }, 'must have the jsCode'],
    ].map(
      ([name, link, reason]): InvalidCase => [
        String(name),
        set('content/page-tree.fr_FR.json', [0, 'link'], link),
        `content/page-tree.fr_FR.json  0.link: ${reason}`,
      ],
    ),
    ...['content/pages/estate.en.md', 'content/theme.json', 'media/bottles/red.webp'].map(
      (file): InvalidCase => [
        `a link out of the folder at ${file}`,
        async (dir) => {
          await rm(join(dir, file));
          await symlink('/etc/hostname', join(dir, file));
        },
        `${file}: is a link that leads out of the folder`,
      ],
    ),
    [
      'a box without contents',
      set(product('red'), ['type'], 'BOX'),
      `${product('red')}  products: must not be empty for a box`,
    ],
    [
      'a file that nothing reads',
      write('content/prodcuts.json', '[]'),
      'content/prodcuts.json: is a file that no part of a site reads',
    ],
  ];
  test.each(invalidCases)('names file, path and reason of %s', async (_, spoil, reason) => {
    const dir = await copyStarterSite(sitesDir, 'chateau-b', 42);
    await spoil(dir);
    expect(formatIssues(await checkSiteFolder(dir))).toContain(reason);
  });

  test('exits with 1 for an invalid site and still reports the others', async () => {
    await copyStarterSite(sitesDir, 'chateau-a', 42);
    await write('site.json', '{ "id": 43, "na')(await copyStarterSite(sitesDir, 'chateau-b', 43));
    const { code, output } = await site('check');
    expect([code, output.includes('chateau-a: valid'), output.includes('site.json: is not JSON')]).toEqual([
      1,
      true,
      true,
    ]);
  });

  test.each([
    ['one id', { id: 42, host: 'other.example' }, 'the id 42 already belongs to chateau-a'],
    ['one host', { id: 43, host: 'chateau-a.example' }, 'the host chateau-a.example already belongs to chateau-a'],
  ])('reports two sites with %s', async (_, { id, host }, reason) => {
    await copyStarterSite(sitesDir, 'chateau-a', 42);
    await copyStarterSite(sitesDir, 'chateau-b', id, { hosts: [{ name: host }], origin: `https://${host}` });
    const { code, output } = await site('check');
    expect([code, output.includes(reason), output.includes('chateau-a: valid')]).toEqual([1, true, true]);
    expect(await site('import', 'chateau-b')).toMatchObject({ code: 65, output: expect.stringContaining(reason) });
  });
});

describe('npm run site', () => {
  test('new creates a valid, importable site with an unused id', { timeout: 120_000 }, async () => {
    await copyStarterSite(sitesDir, 'chateau-a', 57);
    expect(await site('new', 'chateau-b', '--host', 'chateau-b.com', '--title', 'Château « B »')).toMatchObject({
      code: 0,
    });
    const config = JSON.parse(await readFile(join(sitesDir, 'chateau-b/site.json'), 'utf8'));
    expect(config).toMatchObject({
      id: 58,
      name: 'Château « B »',
      origin: 'https://chateau-b.com',
      hosts: [{ name: 'chateau-b.com' }],
    });
    expect(await site('check')).toMatchObject({ code: 0 });
    expect(await site('import', 'chateau-b')).toMatchObject({ code: 0, output: expect.stringContaining('added') });
    expect(
      await withSiteTransaction(database.db, 58, (tx) => tx.select({ id: products.id }).from(products)),
    ).toHaveLength(3);
    const shop = await withSiteTransaction(database.db, 58, async (tx) => ({
      carriers: (await tx.select().from(carriers)).length,
      schedules: (await tx.select().from(collectionSchedules)).length,
      methods: (await tx.select().from(paymentMethods)).length,
    }));
    expect(shop).toEqual({ carriers: 1, schedules: 2, methods: 3 });
    expect((await site('list')).output).toMatch(/58 +chateau-b +Château « B »/);
  });

  test.each([
    [['new', 'chateau-a'], 73, 'exists already'],
    [['new', 'B'], 64, 'lower-case letters'],
    [['new', 'b', '--id', '42'], 65, 'the id 42 already belongs to chateau-a'],
    [['new', 'b', '--host', 'Not A Host'], 64, 'a host name in lower case'],
    [['new', 'b', '--lang', 'xx'], 64, 'languages'],
    [['import'], 64, 'Name at least one site'],
    [['import', 'chateau-a', '--all'], 64, 'Name at least one site'],
    [['import', 'nowhere'], 66, 'There is no site "nowhere"'],
    [['import', 'chateau-a', '--force'], 64, '--force'],
    [['import', 'chateau-a', '--overwrit'], 64, 'There is no option "--overwrit". Did you mean "--overwrite"?'],
    [['paint'], 64, 'There is no command "paint"'],
    [['chekc'], 64, 'There is no command "chekc". Did you mean "check"?'],
  ])('rejects the arguments %j with a reason', async (args, code, reason) => {
    await copyStarterSite(sitesDir, 'chateau-a', 42);
    const result = await site(...args);
    expect(result.output).toContain(reason);
    expect(result.code).toBe(code);
  });
});

test('npm run site -- --help prints the usage', async () => {
  expect(await site('--help')).toMatchObject({ code: 0, output: expect.stringContaining('npm run site -- import') });
});

test('npm run site -- check --help prints the usage of this command alone', async () => {
  const { code, output } = await site('check', '--help');
  expect([code, output.includes('npm run site -- check'), output.includes('npm run site -- import')]).toEqual([
    0,
    true,
    false,
  ]);
});

test('npm run site -- new creates a site that opens soon, unless --open', async () => {
  for (const args of [['soon'], ['online', '--open']]) await site('new', ...args);
  const isBuilding = async (name: string) =>
    JSON.parse(await readFile(join(sitesDir, name, 'content/site-info.json'), 'utf8')).isBuilding ?? false;
  expect([await isBuilding('soon'), await isBuilding('online')]).toEqual([true, false]);
});

describe('npm run site -- check warns', () => {
  const cases: InvalidCase[] = [
    ['of a missing payment method', write('content/payment-methods.json', '[]'), 'has no payment method'],
    ['of a colour that is none', set('content/theme.json', ['primary'], 'reddish'), 'primary: "reddish" is no colour'],
    [
      'of an accent that is hard to see',
      set('content/theme.json', ['accent'], '#e0a526'),
      'content/theme.json  accent: has a contrast of',
    ],
    ['of texts of the starter', async () => {}, 'content/pages/estate.fr_FR.md: is still the text of the starter'],
    ['of data to be completed', async () => {}, 'content/parameters.json  RCS_NUMBER: is to be completed'],
  ];
  test.each(cases)('%s', async (_, change, reason) => {
    const dir = await copyStarterSite(sitesDir, 'chateau-b', 42);
    await change(dir);
    expect(formatIssues(await findWarnings(dir))).toContain(reason);
  });

  test('of localhost as a host, and exits with 0', async () => {
    const hosts = [{ name: 'localhost' }, { name: 'b.example' }];
    await copyStarterSite(sitesDir, 'chateau-b', 42, { hosts, origin: 'https://b.example' });
    const { code, output } = await site('check');
    expect(output).toContain('"localhost" is a name of this machine alone');
    expect(code).toBe(0);
  });

  test('of nothing in the demonstration estates', async () => {
    for (const name of ['domaine-des-chenes', 'willow-hill'])
      expect(formatIssues(await findWarnings(join(root, 'sites', name)))).toBe('');
  });
});

test('npm run site -- admin prints the link of an invitation, and refuses an unknown role', async () => {
  await copyStarterSite(sitesDir, 'chateau-b', 75);
  await site('import', 'chateau-b');
  const { code, output } = await site('admin', '75', '--email', 'Owner@b.example', '--role', 'ADMIN');
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/\/auth\/invitation\/[\w-]{43}\n/) });
  const invitations = await withSiteTransaction(database.db, 75, readInvitations);
  expect(invitations).toMatchObject([{ email: 'owner@b.example', role: 'ADMIN' }]);
  expect(await site('admin', 'chateau-b', '--email', 'owner@b.example', '--role', 'MEMBER')).toMatchObject({
    code: 64,
  });
});

test('npm run site -- import --all goes on after a site that fails, and names it', async () => {
  await write('site.json', '{ half')(await copyStarterSite(sitesDir, 'chateau-a', 70));
  await copyStarterSite(sitesDir, 'chateau-b', 71);
  const { code, output } = await site('import', '--all');
  expect(code).toBe(65);
  expect(output).toContain('1 of 2 sites failed: chateau-a.');
  expect(await withSiteTransaction(database.db, 71, (tx) => tx.select().from(products))).toHaveLength(3);
});

test('npm run site -- import --dry-run reports what it would do and changes nothing', async () => {
  await copyStarterSite(sitesDir, 'chateau-b', 72);
  const { code, output } = await site('import', 'chateau-b', '--dry-run');
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/Dry run.*\(site 72\): \d+ added/) });
  expect(await withSiteTransaction(database.db, 72, (tx) => tx.select().from(products))).toEqual([]);

  await site('import', 'chateau-b');
  await withSiteTransaction(database.db, 72, (tx) =>
    tx.update(products).set({ vatRate: 10 }).where(eq(products.id, 1)),
  );
  const again = await site('import', 'chateau-b', '--dry-run');
  expect(again.output).toMatch(/kept: products 1 "/);
});

test('check, list and import print JSON for programs', async () => {
  await copyStarterSite(sitesDir, 'chateau-b', 73);
  await write('site.json', '{ half')(await copyStarterSite(sitesDir, 'broken', 74));
  const read = async (...args: string[]) => JSON.parse((await site(...args, '--json')).output);
  expect(await read('check')).toMatchObject({
    sites: [
      { folder: 'broken', isValid: false },
      { folder: 'chateau-b', isValid: true },
    ],
  });
  expect(await read('import', '--all')).toMatchObject({
    sites: [
      { folder: 'broken', exitCode: 65 },
      { folder: 'chateau-b', siteId: 73, keptRows: [] },
    ],
  });
  const { sites, issues } = await read('list');
  expect(sites).toContainEqual(expect.objectContaining({ id: 73, folder: 'chateau-b', hosts: ['chateau-b.example'] }));
  expect(issues).toMatchObject([{ folder: 'broken' }]);
});

test('npm run site -- check names the newer of two sites with one id', async () => {
  await copyStarterSite(sitesDir, 'older', 75);
  await sleep(20);
  await copyStarterSite(sitesDir, 'newer', 75, { hosts: [{ name: 'n.example' }], origin: 'https://n.example' });
  const { output } = await site('check');
  expect(output).toContain('the id 75 already belongs to older');
  expect(output).toContain('older: valid');
});

test('npm run site -- import --all imports every site', async () => {
  await copyStarterSite(sitesDir, 'chateau-a', 42);
  await copyStarterSite(sitesDir, 'chateau-b', 43);
  const { code, output } = await site('import', '--all');
  expect({ code, sites: output.match(/\(site \d+\)/g) }).toEqual({ code: 0, sites: ['(site 42)', '(site 43)'] });
});

test('npm run site -- import refuses an invalid site', async () => {
  const dir = await copyStarterSite(sitesDir, 'chateau-b', 60);
  await rm(join(dir, 'media/views/estate.webp'));
  expect(await site('import', 'chateau-b')).toMatchObject({
    code: 65,
    output: expect.stringContaining('views/estate.webp'),
  });
  expect(await withSiteTransaction(database.db, 60, (tx) => tx.select().from(products))).toEqual([]);
});

test('sites/site.schema.json matches the schema in code', async () => {
  expect(JSON.parse(await readFile(join(root, 'sites/site.schema.json'), 'utf8'))).toEqual(
    JSON.parse(createSiteJsonSchema()),
  );
});
