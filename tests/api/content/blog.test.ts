import { beforeAll, describe, expect, test } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { pageEntries } from '#server/api/site/site-tables.ts';
import { insertTags } from '#tests/support/fixtures/insert-tags.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const { call } = api;

const entry = { id: 90, parentId: null, position: 90, title: 'Le carnet', metaDescription: 'Des vignes', type: 'BLOG' };

beforeAll(async () => {
  await seedEstate(api.db, api.filesDir, { id: 40, mark: 'Chênes' });
  await seedEstate(api.db, api.filesDir, { id: 41, mark: 'Willow', defaultLang: 'en', languages: ['en', 'fr_FR'] });
  await withSiteTransaction(api.db, 40, (tx) =>
    tx.insert(pageEntries).values({
      ...entry,
      lang: 'fr_FR',
      url: 'carnet',
      menuTitle: 'Carnet',
      showInMenu: true,
      isText: false,
      isCmsPage: false,
      cmsRoute: '',
      linkType: 'NONE',
      linkUrl: '',
      linkCode: '',
    }),
  );
});

const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
const list = async (path = '', lang = 'fr_FR') =>
  (await call<'GET /blog/folder/list/{id}'>(`/blog/folder/list${path}`, { lang })).data;
const blog = { id: 0, url: '/carnet', name: 'Carnet' };
const vines = { id: 1, url: '/carnet/folder/dossier-1/1', name: 'Vigne Chênes' };
const seasons = { id: 2, url: '/carnet/folder/dossier-2/2', name: 'Saisons Chênes' };

describe('GET /blog/folder/list', () => {
  test('returns the folders at the top and the published posts of all folders, newest first', async () => {
    const { folders, blogs, total } = await list();
    expect([ids(folders), ids(blogs), total]).toEqual([[1, 3], [2, 1, 4, 5], 4]);
    expect(folders[0]).toMatchObject({ ...vines, parent: 0, slug: 'dossier-1', total: 3, image: { id: 1 } });
    expect(blogs[0]).toMatchObject({ slug: 'article-2', title: 'Hiver', folder: seasons });
    expect(blogs[2]?.folder).toEqual(blog);
  });

  test('returns for a folder the folders in it and the posts in and below it', async () => {
    const { folders, blogs, total } = await list('/1');
    expect([ids(folders), ids(blogs), total]).toEqual([[2], [2, 1, 5], 3]);
    expect(ids((await list('/2')).blogs)).toEqual([2]);
    expect(await list('/3')).toEqual({ folders: [], blogs: [], total: 0, tags: [] });
  });

  test('lists the labelled tags of the folder, regardless of the query', async () => {
    await insertTags(api.db, 40, [
      ['table', 'À table'],
      ['vines', 'La vigne'],
    ]);
    expect((await list('?tag=winter')).tags).toEqual([
      { slug: 'table', label: 'À table' },
      { slug: 'vines', label: 'La vigne' },
    ]);
    const { tags, blogs } = await list('/2');
    expect(tags).toEqual([{ slug: 'vines', label: 'La vigne' }]);
    expect(blogs[0]?.tags).toEqual(['vines', 'winter']);
  });

  test.each([
    ['pages', '?nbItem=2&page=2', [4, 5]],
    ['tag', '?tag=vines', [2, 1, 5]],
    ['one of two tags', '?tag=winter,table', [2, 4]],
    ['order', '?orderBy=publishedAt&nbItem=1', [5]],
    ['search', '?search=herbe', [1]],
    ['excluding search', '?df:search=herbe', [2, 4, 5]],
    ['title', '?lk:title=tail', [5]],
  ])('applies %s', async (_, query, expected) => expect(ids((await list(query)).blogs)).toEqual(expected));

  test('has twelve posts a page', async () => {
    const { status } = await call('/blog/folder/list?nbItem=101');
    expect(status).toBe(400);
  });

  test('uses the language of the caller', async () => {
    const { folders, blogs } = await list('', 'en');
    expect(folders[0]).toMatchObject({ slug: 'folder-1', name: 'Folder 1 Chênes' });
    expect(blogs[0]).toMatchObject({ slug: 'post-2', title: 'Post 2' });
  });
});

describe('GET /blog/folder', () => {
  test.each(['/blog/folder', '/blog/folder/'])('%s describes the blog itself', async (path) => {
    const { data } = await call<'GET /blog/folder'>(path);
    expect(data.folder).toMatchObject({ ...blog, parent: null, slug: '', description: 'Des vignes', total: 4 });
  });

  test('describes a nested folder', async () => {
    const { data } = await call<'GET /blog/folder/{id}'>('/blog/folder/2');
    expect(data.folder).toMatchObject({ ...seasons, parent: 1, total: 1, image: null });
  });
});

describe('breadcrumbs', () => {
  test.each([
    ['/blog/folder/ariane', [blog]],
    ['/blog/folder/ariane/', [blog]],
    ['/blog/folder/ariane/2', [blog, vines, seasons]],
    ['/blog/ariane/2', [blog, vines, seasons, { id: 2, url: '/carnet/article-2/2', name: 'Hiver' }]],
    ['/blog/ariane/4', [blog, { id: 4, url: '/carnet/article-4/4', name: 'Ailleurs' }]],
  ])('%s returns the path from the blog to the folder or post', async (path, expected) => {
    expect((await call<'GET /blog/ariane/{id}'>(path)).data.ariane).toEqual(expected);
  });

  test('has empty URLs if the page tree does not contain the blog', async () => {
    const { data } = await call<'GET /blog/ariane/{id}'>('/blog/ariane/2', { site: 41 });
    expect(data.ariane.map(({ url }) => url)).toEqual(['', '', '', '']);
  });
});

test('GET /blog/{id} returns the text, the pictures and the folder', async () => {
  const { data } = await call<'GET /blog/{id}'>('/blog/2');
  expect(data.blog).toMatchObject({ html: '<p>Chênes</p>', images: [{ id: 3 }], folder: seasons });
});

test.each([
  '/blog/99',
  '/blog/3',
  '/blog/ariane/3',
  '/blog/folder/99',
  '/blog/folder/list/99',
  '/blog/folder/ariane/99',
])('%s returns 404', async (path) => {
  const answer = await call(path, { lang: 'en' });
  expect([answer.status, answer.message]).toEqual([404, 'There is no such folder or post in the blog.']);
});

test.each(['/blog/folder/list', '/blog/folder/1', '/blog/1', '/blog/ariane/1'])(
  '%s returns no data of site 40 at site 41',
  async (path) => {
    const answer = await call(path, { site: 41 });
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain('Chênes');
  },
);
