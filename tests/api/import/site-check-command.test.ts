import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { formatIssues } from '#server/import/content-issues.ts';
import { findSiteFolderWarnings } from '#server/import/find-site-folder-warnings.ts';
import { checkSiteFolder } from '#server/import/import-site.ts';
import { copyStarterSite, createTemporaryFolder, setJsonValueAtPath } from '#tests/support/fixtures/starter-site.ts';
import { runScriptHere } from '#tests/support/servers/run-script.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

// Each command runs in a separate process, which takes seconds to start on a loaded machine.
vi.setConfig({ testTimeout: 120_000 });

const database = await openTestDatabase();
const root = join(import.meta.dirname, '../../..');
let sitesDir: string;
let dataDir: string;
beforeEach(async () => {
  sitesDir = await createTemporaryFolder();
  dataDir = await createTemporaryFolder();
});

const site = (...args: string[]) =>
  runScriptHere('server/cli/site.ts', args, { SITES_DIR: sitesDir, DATA_DIR: dataDir, DATABASE_URL: database.url });

/** A case: its name, the change that causes the issue or warning, and the expected message. */
type InvalidCase = [string, (dir: string) => Promise<void>, string];

const product = (slug: string) => `content/products/${slug}.json`;
const write = (file: string, text: string) => (dir: string) => writeFile(join(dir, file), text);
const remove = (file: string) => (dir: string) => rm(join(dir, file));
const set = (file: string, path: readonly (string | number)[], value: unknown) => (dir: string) =>
  setJsonValueAtPath(join(dir, file), path, value);

describe('npm run site -- check', () => {
  test('accepts a new site', async () => {
    await copyStarterSite(sitesDir, 'chateau-b', 42);
    const { code, output } = await site('check');
    expect(code).toBe(0);
    expect(output).toContain('chateau-b: valid');
    // The estate must replace the texts of the starter, but its pictures have no fault.
    expect(output).not.toContain('media/');
  });

  test('reports the first 100 of very many issues of a file, and goes on with the next site, as an import does', async () => {
    const dir = await copyStarterSite(sitesDir, 'chateau-a', 42);
    await copyStarterSite(sitesDir, 'chateau-b', 43);
    await write('content/tags.json', JSON.stringify(Array(200_000).fill({ a: 1 })))(dir);
    const checked = await site('check');
    expect(checked.code).toBe(1);
    expect(checked.output.match(/content\/tags\.json/g)).toHaveLength(101);
    expect(checked.output).toMatch(/content\/tags\.json: has \d{6} further issues/);
    expect(checked.output).toContain('chateau-b: valid');
    const imported = await site('import', '--all');
    expect(imported.output).toContain('has 101 issues');
    expect(imported.output).toContain('Domaine chateau-b (site 43):');
    expect(imported.output).toContain('1 of 2 sites failed: chateau-a');
  });

  test('names what a drawing program put into a logo and a site would lose, as an import does', async () => {
    const dir = await copyStarterSite(sitesDir, 'chateau-a', 42);
    const drawn =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#5b2a3c"/>' +
      '<image href="https://cdn.example/label.png" width="9" height="9"/><text font-family="Garamond">Chênes</text></svg>';
    const logo = (await readdir(join(dir, 'media'), { recursive: true })).find((name) => name.endsWith('.svg')) ?? '';
    await writeFile(join(dir, 'media', logo), drawn);
    const warning = `media/${logo}: loses pictures in it, fonts that a device may lack: export it as plain SVG`;
    const checked = await site('check');
    expect(checked.code, checked.output).toBe(0);
    expect(checked.output).toContain(warning);
    const imported = await site('import', '--all');
    expect(imported.code, imported.output).toBe(0);
    expect(imported.output).toContain(warning);
  });

  const invalidCases: InvalidCase[] = [
    ['a half-written site.json', write('site.json', '{ "id": 42, "na'), 'site.json: is not JSON'],
    ['an empty site.json', write('site.json', ''), 'site.json: is empty'],
    ['a missing site.json', remove('site.json'), 'site.json: is missing'],
    ['a host in capitals', set('site.json', ['hosts', 0, 'name'], 'B.FR'), 'site.json  hosts.0.name: a host name'],
    [
      'half an emoji',
      set('content/theme.json', ['primary'], '#000\ud83d'),
      'content/theme.json  primary: contains a null character or half of a surrogate pair',
    ],
    [
      'a null character in a name',
      set('site.json', ['name'], 'Château\0'),
      'site.json  name: contains a null character or half of a surrogate pair',
    ],
    ['an unknown key', set('content/theme.json', ['primry'], '#000'), 'content/theme.json'],
    ['an unknown parameter', set('content/parameters.json', ['FREE_BEER'], true), 'content/parameters.json'],
    [
      'a parameter of the wrong kind',
      set('content/parameters.json', ['LOGO_SIZE'], 'big'),
      'content/parameters.json  LOGO_SIZE: must be a whole number between 32 and 160, not "big"',
    ],
    [
      'a parameter whose value is no colour',
      set('content/parameters.json', ['ACCENT_COLOR'], 'beigeish'),
      'content/parameters.json  ACCENT_COLOR: must be a colour such as #5b2a3c or white, not "beigeish"',
    ],
    [
      'a colour of the theme that is none',
      set('content/theme.json', ['primary'], 'reddish'),
      'content/theme.json  primary: "reddish" is no colour',
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

  test('exits with 1 for an invalid site and still reports all other sites', async () => {
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
    { name: 'one id', id: 42, host: 'b.example', reason: 'the id 42 already belongs to chateau-a' },
    { name: 'one host', id: 43, host: 'a.example', reason: 'the host a.example already belongs to chateau-a' },
    {
      name: 'two defaults',
      id: 43,
      host: 'b.example',
      isDefault: true,
      reason: 'plain localhost ("default": true) already belongs to chateau-a',
    },
  ])('reports two sites with $name', async ({ id, host, isDefault = false, reason }) => {
    const createSite = (name: string, siteId: number, hostName: string) =>
      copyStarterSite(sitesDir, name, siteId, {
        hosts: [{ name: hostName }],
        origin: `https://${hostName}`,
        default: isDefault,
      });
    await createSite('chateau-a', 42, 'a.example');
    await createSite('chateau-b', id, host);
    const { code, output } = await site('check');
    expect([code, output.includes(reason), output.includes('chateau-a: valid')]).toEqual([1, true, true]);
    expect(await site('import', 'chateau-b')).toMatchObject({ code: 65, output: expect.stringContaining(reason) });
  });
});

test('npm run site -- check --help prints the usage of this command alone', async () => {
  const { code, output } = await site('check', '--help');
  expect([code, output.includes('npm run site -- check'), output.includes('npm run site -- import')]).toEqual([
    0,
    true,
    false,
  ]);
});

describe('the warnings of npm run site -- check', () => {
  const cases: InvalidCase[] = [
    ['of a missing payment method', write('content/payment-methods.json', '[]'), 'has no payment method'],
    [
      'of a colour of the theme that a parameter replaces',
      set('content/parameters.json', ['ACCENT_COLOR'], 'beige'),
      'content/theme.json  accent: has no effect: ACCENT_COLOR in parameters.json is "beige" and takes precedence',
    ],
    [
      'of an accent that is hard to see',
      set('content/theme.json', ['accent'], '#e0a526'),
      'content/theme.json  accent: has a contrast of',
    ],
    [
      'of an accessibility statement that is missing',
      set('content/parameters.json', ['ACCESSIBILITY'], ''),
      'content/parameters.json  ACCESSIBILITY: has no complete accessibility statement',
    ],
    [
      'of an accessibility statement without a page',
      async (dir) => {
        const file = join(dir, 'content/page-tree.fr_FR.json');
        const entries: { type: string }[] = JSON.parse(await readFile(file, 'utf8'));
        await writeFile(file, JSON.stringify(entries.filter(({ type }) => type !== 'ACCESSIBILITY')));
        await set('content/parameters.json', ['ACCESSIBILITY'], 'Le site est partiellement conforme.')(dir);
      },
      'content/parameters.json  ACCESSIBILITY: has no complete accessibility statement',
    ],
    [
      'of a rate whose brackets end below the smallest number of bottles to ship',
      async (dir) => {
        await set('content/parameters.json', ['MINIMUM_EXPEDITION_BOTTLE'], 12)(dir);
        await set('content/carriers.json', [0, 'rates', 1, 'brackets'], [{ upTo: 6, price: 20 }])(dir);
      },
      'content/carriers.json  0.rates.1.brackets: end at 6 bottles, but MINIMUM_EXPEDITION_BOTTLE is 12, so nothing',
    ],
    ['of texts of the starter', async () => {}, 'content/pages/estate.fr_FR.md: is still the text of the starter'],
    ['of data to be completed', async () => {}, 'content/parameters.json  RCS_NUMBER: is to be completed'],
  ];
  test.each(cases)('warn %s', async (_, change, reason) => {
    const dir = await copyStarterSite(sitesDir, 'chateau-b', 42);
    await change(dir);
    expect(formatIssues(await findSiteFolderWarnings(dir))).toContain(reason);
  });

  test.each<[string, { upTo: number | null; price: number }[], number]>([
    ['that reach the minimum', [{ upTo: 12, price: 20 }], 12],
    [
      'without an end',
      [
        { upTo: 6, price: 20 },
        { upTo: null, price: 30 },
      ],
      12,
    ],
    ['of a shop without a minimum', [{ upTo: 1, price: 20 }], 0],
  ])('accept brackets %s', async (_, brackets, minimum) => {
    const dir = await copyStarterSite(sitesDir, 'chateau-b', 42);
    await set('content/parameters.json', ['MINIMUM_EXPEDITION_BOTTLE'], minimum)(dir);
    await set('content/carriers.json', [0, 'rates', 1, 'brackets'], brackets)(dir);
    expect(formatIssues(await findSiteFolderWarnings(dir))).not.toContain('MINIMUM_EXPEDITION_BOTTLE');
  });

  test('warn of hosts that are reserved for local use, and the exit code stays 0', async () => {
    const hosts = [{ name: 'localhost' }, { name: 'chateau.test' }, { name: 'b.example' }];
    await copyStarterSite(sitesDir, 'chateau-b', 42, { hosts, origin: 'https://b.example' });
    const { code, output } = await site('check');
    expect(output).toContain('"localhost" is reserved for local networks and tests');
    expect(output).toContain('"chateau.test" is reserved for local networks and tests');
    expect(code).toBe(0);
  });

  test('are empty for the demonstration estates', async () => {
    for (const name of ['domaine-des-chenes', 'willow-hill'])
      expect(formatIssues(await findSiteFolderWarnings(join(root, 'sites', name)))).toBe('');
  });
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
