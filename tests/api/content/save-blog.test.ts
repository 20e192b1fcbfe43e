import { beforeAll, describe, expect, it } from 'vitest';
import { saveBlogPost } from '#server/api/content/save-content.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { BlogFolderInput, BlogPostInput } from '#shared/content/content-input.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { saveItem } from '#tests/support/fixtures/save-item.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const site = 40;

const saveFolder = (id: number, parent: number | null, slug = `dossier-${id}`) =>
  withSiteTransactionOrRollback(api.db, site, (tx) =>
    saveItem(tx, 'blog-folder', BlogFolderInput.parse({ id, parent, slug, name: `Dossier ${id}`, position: id })),
  );
const savePost = (changes: Record<string, unknown>) =>
  withSiteTransactionOrRollback(api.db, site, (tx) =>
    saveBlogPost(
      tx,
      BlogPostInput.parse({
        id: 1,
        slug: 'l-herbe',
        title: 'L’herbe',
        summary: 'Entre les rangs',
        publishedAt: '2026-09-01T08:00:00+02:00',
        body: { markdown: 'De l’**herbe**.' },
        ...changes,
      }),
    ),
  );
const folderOfPost = async () => (await api.call<'GET /blog/{id}'>('/blog/1', { site })).data.blog.folder.name;

beforeAll(async () => {
  await insertSite(api.db, site);
  for (const [id, parent] of [
    [1, null],
    [2, 1],
    [3, 2],
    [4, 3],
    [5, 4],
  ] as const)
    await saveFolder(id, parent);
});

describe('saveBlogFolder', () => {
  it.each([
    ['a parent that does not exist', 6, 99, 'dossier-6', 'unknown_reference'],
    ['a sixth level', 6, 5, 'dossier-6', 'unknown_reference'],
    ['itself as its parent', 1, 1, 'dossier-1', 'unknown_reference'],
    ['a folder below it as its parent', 1, 3, 'dossier-1', 'unknown_reference'],
    ['the slug of another folder', 6, null, 'dossier-2', 'already_exists'],
  ])('refuses %s', async (_, id, parent, slug, refusal) => {
    expect(await saveFolder(id, parent, slug)).toMatchObject({ ok: false, refusal });
  });

  it('refuses to move a folder whose folders would become too deep', async () => {
    await saveFolder(7, null);
    expect(await saveFolder(1, 7)).toMatchObject({ ok: false, refusal: 'unknown_reference' });
  });
});

describe('saveBlogPost', () => {
  it('saves a post in a folder, moves it and takes it out', async () => {
    expect(await savePost({ folder: 2 })).toMatchObject({ ok: true });
    expect(await folderOfPost()).toBe('Dossier 2');
    await savePost({ folder: 1 });
    expect(await folderOfPost()).toBe('Dossier 1');
    await savePost({ folder: null });
    expect(await folderOfPost()).toBe('');
  });

  it('finds it by the words of title and summary without accents', async () => {
    await savePost({ folder: 1 });
    const list = await api.call<'GET /blog/folder/list'>('/blog/folder/list?search=RANGS herbe', { site });
    expect(list.data.blogs.map(({ id }) => id)).toEqual([1]);
  });

  it.each([
    ['a folder that does not exist', { id: 2, slug: 'autre', folder: 99 }, 'unknown_reference'],
    ['the slug of another post', { id: 2 }, 'already_exists'],
  ])('refuses %s', async (_, changes, refusal) => {
    expect(await savePost(changes)).toMatchObject({ ok: false, refusal });
  });
});
