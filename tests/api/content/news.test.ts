import { beforeAll, describe, expect, test } from 'vitest';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const { call } = api;

beforeAll(async () => {
  await seedEstate(api.db, api.filesDir, { id: 40, mark: 'Chênes' });
  await seedEstate(api.db, api.filesDir, { id: 41, mark: 'Willow', defaultLang: 'en', languages: ['en', 'fr_FR'] });
});

const list = async (query = '', lang = 'fr_FR') => (await call<'GET /news'>(`/news${query}`, { lang })).data;

describe('GET /news', () => {
  test('returns the published items, newest first, ten per page', async () => {
    const { news, total } = await list();
    expect(total).toBe(13);
    expect(news).toHaveLength(10);
    expect(news.slice(0, 3).map(({ id }) => id)).toEqual([2, 1, 10]);
  });

  test.each([
    ['promoted', '?promoted=true', [1]],
    ['by a part of the title, ignoring accents', '?lk:title=ete', [1]],
    ['by the title', '?title=medailles', [2]],
    ['since a day', `?gte:publishedAt=${new Date(Date.now() - 20 * 86_400_000).toISOString()}`, [2]],
    ['oldest first', '?orderBy=publishedAt&nbItem=2', [20, 19]],
    ['by title', '?orderBy=title&nbItem=2', [10, 11]],
    ['the second page', '?page=2&orderBy=-publishedAt', [18, 19, 20]],
  ])('filters, sorts and pages: %s', async (_, query, ids) =>
    expect((await list(query)).news.map(({ id }) => id)).toEqual(ids),
  );

  test('returns title, slug and picture in the caller’s language', async () => {
    const { news } = await list('?promoted=true', 'en');
    expect(news[0]).toMatchObject({ slug: 'news-1', title: 'News 1', image: { id: 1, alt: 'View Chênes' } });
  });

  test.each([
    '?author=x',
    '?lk:publishedAt=2024',
    '?publishedAt=yesterday',
    '?gte:publishedAt=99999-01-01',
    '?gte:publishedAt=-000001-01-01',
    '?orderBy=id',
    '?nbItem=500',
    '?promoted=1',
  ])('rejects the query %s with 400', async (query) => expect((await call(`/news${query}`)).status).toBe(400));
});

describe('GET /news/{id}', () => {
  test('returns the text and the pictures in order', async () => {
    const { data } = await call<'GET /news/{id}'>('/news/1', { lang: 'en' });
    expect(data.news).toMatchObject({ title: 'News 1', html: '<p>Chênes</p>', images: [{ id: 3 }, { id: 1 }] });
  });

  test('returns 404 for an unpublished item', async () => {
    const answer = await call('/news/3', { lang: 'en' });
    expect([answer.status, answer.message]).toEqual([404, 'There is no such article.']);
  });
});

test.each(['/news', '/news/1'])('%s returns no data of site 40 at site 41', async (url) => {
  const answer = await call(url, { site: 41 });
  expect(answer.status).toBe(200);
  expect(answer.text).not.toContain('Chênes');
});
