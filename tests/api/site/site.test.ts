import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { saveParameters } from '#server/api/site/save-parameters.ts';
import { pageSections, pages, parameters } from '#server/api/site/site-tables.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { seededLinkScript } from '#tests/support/fixtures/seed-site-settings-and-pages.ts';
import { startTestApi, testApiSecret } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const { call } = api;

beforeAll(async () => {
  await seedEstate(api.db, api.filesDir, { id: 40, mark: 'Chênes' });
  await seedEstate(api.db, api.filesDir, { id: 41, mark: 'Willow', defaultLang: 'en', languages: ['en', 'fr_FR'] });
});

describe('GET /parameter', () => {
  test('returns values typed by their kind, in the caller’s language', async () => {
    const { data } = await call<'GET /parameter'>('/parameter', { lang: 'en' });
    expect(data.parameters).toContainEqual(
      expect.objectContaining({
        type: 'TOP_BAR_INFO',
        name: 'TOP_BAR_INFO',
        kind: 'STRING',
        value: 'Welcome to Chênes',
        label: 'Notice above the header',
      }),
    );
    expect(data.parameters).toContainEqual(
      expect.objectContaining({ type: 'USE_STOCK_MANAGEMENT', kind: 'BOOLEAN', value: true }),
    );
    expect(data.parameters).toContainEqual(
      expect.objectContaining({ type: 'STOCK_LIMIT_DISPLAY', kind: 'NUMBER', value: 6 }),
    );
  });

  test('has the labels of the panel in the caller’s language', async () => {
    await withSiteTransaction(api.db, 40, (tx) => saveParameters(tx, [{ type: 'RCS_NUMBER', value: 'RCS Saintes 1' }]));
    const readLabel = async (lang: string) =>
      (await call<'GET /parameter'>('/parameter?type=RCS_NUMBER', { lang })).data.parameters[0]?.label;
    expect([await readLabel('fr_FR'), await readLabel('en')]).toEqual(['Numéro RCS', 'Trade register number']);
  });

  test('returns a working value for a stored one that is refused now, and logs it', async () => {
    await withSiteTransaction(api.db, 41, (tx) =>
      tx.insert(parameters).values([
        { type: 'MENU_TYPE', value: 'STICKY' },
        { type: 'LOGO_SIZE', value: -5 },
        { type: 'PRIMARY_COLOR', value: 'notacolour' },
        { type: 'ACCENT_COLOR', value: 'rgb(1 2 3)' },
      ]),
    );
    const { data } = await call<'GET /parameter'>('/parameter', { site: 41 });
    const values = Object.fromEntries(data.parameters.map(({ type, value }) => [type, value]));
    expect(values).toMatchObject({ MENU_TYPE: 'RELATIVE', LOGO_SIZE: 32, ACCENT_COLOR: '#010203' });
    expect(values).not.toHaveProperty('PRIMARY_COLOR');
    const logged = api.log.filter(({ code }) => code === 'parameter_invalid');
    expect(logged.map(({ siteId, parameter }) => [siteId, parameter])).toEqual(
      expect.arrayContaining([
        [41, 'MENU_TYPE'],
        [41, 'LOGO_SIZE'],
        [41, 'PRIMARY_COLOR'],
      ]),
    );
    expect(logged.map(({ parameter }) => parameter)).not.toContain('ACCENT_COLOR');
  });

  test('filters parameters by type', async () => {
    const { data } = await call<'GET /parameter'>('/parameter?type=STOCK_LIMIT_DISPLAY');
    expect(data.parameters.map(({ type, value }) => [type, value])).toEqual([['STOCK_LIMIT_DISPLAY', 6]]);
    expect((await call<'GET /parameter'>('/parameter?type=SCRIPTS_TO_LOAD')).data.parameters).toEqual([]);
    expect((await call('/parameter?kind=TEXT')).errors).toHaveProperty('kind');
  });

  test('never returns parameters that are reserved for staff', async () => {
    const { text } = await call<'GET /parameter'>('/parameter', { headers: { 'x-api-secret': testApiSecret } });
    expect(text).not.toContain('staff only');
    expect(text).not.toContain('SCRIPTS_TO_LOAD');
  });

  test('GET /site/info returns only the hash of the scripts for every page', async () => {
    const { data, text } = await call<'GET /site/info'>('/site/info');
    expect(data.site.scripts).toBe(createHash('sha256').update('console.log("staff only")').digest('hex'));
    expect(text).not.toContain('staff only');
    const script = await call(`/internal/script/${data.site.scripts}`, { headers: { 'x-api-secret': testApiSecret } });
    expect(script.data).toEqual({ code: 'console.log("staff only")' });
  });
});

describe('the public data of a site', () => {
  test('GET /site/info returns the ids of external applications, and no other part of their configuration', async () => {
    const { data, text } = await call<'GET /site/info'>('/site/info');
    expect(data.site.externalIds).toEqual({ WEB_ANALYTICS: 'G-Chênes' });
    expect(text).not.toContain('top-secret');
  });

  test('GET /site/info returns name, language and time zone', async () => {
    const { data } = await call<'GET /site/info'>('/site/info', { site: 41 });
    expect(data.site).toMatchObject({
      name: 'Willow',
      defaultLang: 'en',
      timeZone: 'Europe/Paris',
      isWinemaker: true,
      isECommerce: false,
    });
    expect(data.site.fonts).toHaveLength(1);
  });

  test('GET /theme returns font URLs that change with their content', async () => {
    const { data } = await call<'GET /theme'>('/theme');
    expect(data.theme.fonts[0]?.name).toBe('Mulish');
    expect(data.theme.fonts[0]?.files[0]?.url).toMatch(/^\/file\/3\/mulish-700\.woff2\?v=[0-9a-f]{8}$/);
    const font = await call(data.theme.fonts[0]?.files[0]?.url ?? '');
    expect(font.text).toBe('wOF2 a font of Chênes');
  });

  test('GET /logo returns the URL of the original file for an SVG logo', async () => {
    const { data } = await call<'GET /logo'>('/logo');
    expect(data.logos[0]?.onlineImage.url).toMatch(/^\/file\/3\/logo\.svg\?v=/);
    expect((await call(data.logos[0]?.onlineImage.url ?? '')).text).toContain('<svg');
  });

  test('GET /language returns each language under its own name', async () => {
    const { data } = await call<'GET /language'>('/language', { site: 41 });
    expect(data.languages.map(({ code, label, deeplCode }) => [code, label, deeplCode])).toEqual([
      ['en', 'English', 'EN-GB'],
      ['fr_FR', 'Français', 'FR'],
    ]);
  });
});

describe('GET /page/tree', () => {
  test('returns nested pages in menu order', async () => {
    const { data } = await call<'GET /page/tree'>('/page/tree');
    expect(data.pages.map((page) => page.menuTitle)).toEqual(['Le domaine', 'Nos produits', 'Avis']);
    expect(data.pages[1]?.children[0]).toMatchObject({ url: 'nos-vins', parent: 1, type: 'WINE' });
    expect(data.pages[0]).toMatchObject({ page: 1, cms: { isCmsPage: true } });
  });

  test('returns the tree of the caller’s language', async () => {
    const { data } = await call<'GET /page/tree'>('/page/tree', { lang: 'en' });
    expect(data.pages.map(({ url }) => url)).toEqual(['our-wines']);
  });

  test('returns only the hash of a script, whose code is reserved for the storefront', async () => {
    const { data, text } = await call<'GET /page/tree'>('/page/tree');
    const hash = createHash('sha256').update(seededLinkScript).digest('hex');
    expect(data.pages[2]?.link).toEqual({ type: 'SCRIPT', url: '', script: hash });
    expect(text).not.toContain(seededLinkScript);
    expect((await call(`/internal/script/${hash}`)).status).toBe(404);
    const withSecret = { headers: { 'x-api-secret': testApiSecret } };
    expect((await call(`/internal/script/${hash}`, withSecret)).data).toEqual({ code: seededLinkScript });
    expect((await call(`/internal/script/${'0'.repeat(64)}`, withSecret)).status).toBe(404);
    expect((await call('/internal/script/../../x', withSecret)).status).toBe(404);
  });
});

describe('pages and their sections', () => {
  test('GET /page/{id} returns the sections in order with their pictures and texts', async () => {
    const { data } = await call<'GET /page/{id}'>('/page/1', { lang: 'en' });
    expect(data.page).toMatchObject({ title: 'The estate Chênes', image: { id: 1, alt: 'View Chênes', width: 600 } });
    const [html, gallery] = data.page.layouts;
    expect(html).toEqual({
      id: 1,
      kind: 'html',
      html: '<p>History Chênes</p>',
      hash: createHash('sha256').update('<p>History Chênes</p>').digest('hex'),
      component: null,
      config: null,
    });
    expect(gallery).toMatchObject({
      id: 2,
      kind: 'component',
      component: 'gallery',
      html: null,
      hash: '',
      config: { title: 'Pictures Chênes', images: [{ id: 1, width: 600 }, null] },
    });
  });

  test('GET /page/{id} omits a section that does not match its kind', async () => {
    await withSiteTransaction(api.db, 41, async (tx) => {
      await tx.insert(pages).values({ id: 5, title: 'Broken', type: 'CMS' });
      const section = { pageId: 5 };
      await tx.insert(pageSections).values([
        { ...section, id: 1, position: 0, kind: 'rules', config: { items: ['Be kind'], colour: 'red' } },
        { ...section, id: 2, position: 1, kind: 'slider', config: {} },
        { ...section, id: 3, position: 2, kind: 'rules', config: { items: ['Be quiet'] } },
      ]);
    });
    const { data } = await call<'GET /page/{id}'>('/page/5', { site: 41 });
    expect(data.page.layouts.map(({ id }) => id)).toEqual([3]);
  });

  test('GET /component/conf/{slug} returns the first section of a kind, preferring the home page', async () => {
    const { data } = await call<'GET /component/conf/{slug}'>('/component/conf/gallery');
    expect(data).toMatchObject({ slug: 'gallery', config: { title: 'Photos Chênes', images: [{ id: 1 }, null] } });
    await withSiteTransaction(api.db, 41, async (tx) => {
      await tx.insert(pages).values({ id: 7, title: 'Home', type: 'HOME' });
      const section = { pageId: 7, kind: 'gallery' };
      await tx.insert(pageSections).values([
        { ...section, id: 1, position: 1, config: { title: 'Second', images: [{ image: 1 }] } },
        { ...section, id: 2, position: 0, config: { title: 'First', images: [{ image: 1 }] } },
      ]);
    });
    const home = await call<'GET /component/conf/{slug}'>('/component/conf/gallery', { site: 41 });
    expect(home.data.config).toMatchObject({ title: 'First' });
  });

  test('GET /external-app/{app}/config/public returns no secret of the application', async () => {
    const { data, text } = await call<'GET /external-app/{app}/config/public'>(
      '/external-app/WEB_ANALYTICS/config/public',
    );
    expect(data).toEqual({ app: 'WEB_ANALYTICS', config: { id: 'G-Chênes' } });
    expect(text).not.toContain('top-secret');
  });

  test.each([
    ['/page/99', 404],
    ['/page/abc', 400],
    ['/page/0', 400],
    ['/page/1.5', 400],
    ['/page/99999999999', 400],
    ['/component/conf/timeline', 404],
    ['/component/conf/nothing', 404],
    ['/component/conf/html', 404],
    ['/component/conf/NO_SUCH', 400],
    ['/external-app/NOTHING/config/public', 404],
    ['/external-app/lower/config/public', 400],
  ])('%s returns %i with a readable message', async (url, status) => {
    const answer = await call(url, { lang: 'en' });
    expect(answer.status).toBe(status);
    expect(answer.message).toMatch(/^[A-Z“].*[.:]/);
  });
});

test.each([
  '/parameter',
  '/site/info',
  '/theme',
  '/logo',
  '/page/tree',
  '/page/1',
  '/component/conf/gallery',
  '/external-app/WEB_ANALYTICS/config/public',
])('%s returns no data of site 40 at site 41', async (url) => {
  const answer = await call(url, { site: 41, lang: 'fr_FR' });
  expect(answer.status).toBe(200);
  expect(answer.text).not.toContain('Chênes');
});
