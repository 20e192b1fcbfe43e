import { beforeAll, describe, expect, test, vi } from 'vitest';
import { maxReadsPerCall, type PageDataCall, type PageDataResponse } from '#shared/page-data.ts';
import { listPageEntriesWithPaths } from '#shared/site/page-tree.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { startTestApi, type TestApi, testApiSecret } from '#tests/support/servers/test-api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
  await seedEstate(api.db, api.filesDir, { id: 40, mark: 'Domaine' });
  await seedEstate(api.db, api.filesDir, { id: 41, mark: 'Willow' });
});

async function readTogether(payload: PageDataCall | string | object, { secret = testApiSecret, site = 40 } = {}) {
  const headers = { idSite: String(site), userLang: 'fr_FR', ...(secret && { 'x-api-secret': secret }) };
  const reply = await api.app.inject({ method: 'POST', url: '/internal/page-data', headers, payload });
  return { status: reply.statusCode, ...(reply.statusCode === 200 ? reply.json<PageDataResponse>() : { answers: [] }) };
}

const shell = [
  { name: 'GET /page/tree', url: '/page/tree' },
  { name: 'GET /parameter', url: '/parameter?texts=false', query: { texts: 'false' } },
  { name: 'GET /site/info', url: '/site/info' },
  { name: 'GET /theme', url: '/theme' },
  { name: 'GET /logo', url: '/logo' },
  { name: 'GET /company/address', url: '/company/address' },
  { name: 'GET /user/newsletter/lists', url: '/user/newsletter/lists' },
  { name: 'GET /product', url: '/product?nbItem=3', query: { nbItem: '3' } },
  { name: 'GET /award', url: '/award' },
  { name: 'GET /news', url: '/news' },
];

describe('POST /internal/page-data', () => {
  test('answers each read as its own call does, in two languages and for each site', async () => {
    for (const site of [40, 41])
      for (const lang of ['fr_FR', 'en'] as const) {
        const reads = shell.map(({ name, query }) => ({ name, lang, ...(query && { query }) }));
        const { answers } = await readTogether({ reads }, { site });
        for (const [index, { url }] of shell.entries()) {
          const { data } = await api.call(url, { site, lang });
          expect(answers[index], url).toMatchObject({ status: 200, data });
        }
      }
  });

  test('answers the content of the page at a path, and none for a path outside the page tree', async () => {
    const reads = [{ name: 'GET /page/tree', lang: 'fr_FR' as const }];
    const tree = await api.call<'GET /page/tree'>('/page/tree', { lang: 'fr_FR' });
    const shown = listPageEntriesWithPaths(tree.data.pages).find(({ entry }) => entry.page !== null);
    const { page } = await readTogether({ reads, path: shown?.path ?? 'missing' });
    expect(page?.name).toBe('GET /page/{id}');
    const { data } = await api.call(`/page/${page?.params.id}`, { lang: 'fr_FR' });
    expect(page?.answer).toMatchObject({ status: 200, data });
    expect((await readTogether({ reads, path: '/wines/none/911' })).page).toBeUndefined();
  });

  test('answers refusals, invalid parameters and unknown reads one by one', async () => {
    const lang = 'fr_FR';
    const { status, answers } = await readTogether({
      reads: [
        { name: 'GET /product/{id}', params: { id: '911' }, lang },
        { name: 'GET /product/{id}', params: { id: 'x' }, lang },
        { name: 'GET /parameter', query: { unknown: '1' }, lang },
        { name: 'GET /user', lang },
        { name: 'GET /site/visit/{id}', params: { id: 'x' }, lang },
        { name: 'GET /theme', lang },
      ],
    });
    expect(status).toBe(200);
    expect(answers.map((answer) => answer.status)).toEqual([404, 400, 400, 404, 404, 200]);
    expect(answers[0]?.message).not.toBe('');
    expect(answers[2]?.message).toContain('unknown');
  });

  test('is unknown to callers without the secret and refuses what is no list of reads', async () => {
    const reads = [{ name: 'GET /theme', lang: 'fr_FR' as const }];
    expect((await readTogether({ reads }, { secret: '' })).status).toBe(404);
    expect((await readTogether({ reads }, { secret: 'another' })).status).toBe(404);
    for (const body of [{}, { reads: [] }, { reads: [{ name: 'GET /theme', lang: 'xx' }] }, { reads: 'x' }, '[]'])
      expect((await readTogether(body)).status).toBeGreaterThanOrEqual(400);
    expect((await readTogether({ reads: Array(maxReadsPerCall + 1).fill(reads[0]) })).status).toBe(400);
  });

  test('shares a transaction among its reads', async () => {
    const connect = vi.spyOn(api.db.$client, 'connect');
    await readTogether({
      reads: shell.map(({ name, query }) => ({ name, lang: 'en', ...(query && { query }) })),
      path: '/',
    });
    expect(connect).toHaveBeenCalledTimes(1);
    connect.mockRestore();
  });
});
