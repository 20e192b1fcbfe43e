import { beforeAll, describe, expect, it } from 'vitest';
import { saveContentItem } from '#server/api/content/save-content.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { images } from '#server/api/media/media-tables.ts';
import { ContentInput } from '#shared/content/content-input.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const site = 40;

beforeAll(async () => {
  await insertSite(api.db, site);
  const image = { name: '', alt: '', hash: 'a'.repeat(64), type: 'image/webp', bytes: 1, tint: '#ffffff', width: 8 };
  await withSiteTransaction(api.db, site, (tx) =>
    tx.insert(images).values([1, 2].map((id) => ({ ...image, id, path: `views/${id}.webp`, height: 6 }))),
  );
});

const save = (changes: Record<string, unknown> = {}) =>
  withSiteTransactionOrRollback(api.db, site, (tx) =>
    saveContentItem(
      tx,
      'news',
      ContentInput.parse({
        id: 1,
        slug: { fr_FR: 'vendanges', en: 'harvest' },
        title: { fr_FR: 'Vendanges d’été', en: 'Harvest' },
        summary: 'Les premières grappes',
        publishedAt: '2026-09-01T08:00:00+02:00',
        image: 1,
        images: [1, 2],
        body: { markdown: 'Du **raisin**.' },
        ...changes,
      }),
    ),
  );
const item = async (id = 1) => (await api.call<'GET /news/{id}'>(`/news/${id}`, { site })).data.news;

describe('saveContentItem', () => {
  it('shows a new item with its pictures', async () => {
    expect(await save()).toMatchObject({ ok: true });
    expect(await item()).toMatchObject({
      title: 'Vendanges d’été',
      html: '<p>Du <strong>raisin</strong>.</p>',
      image: { id: 1 },
      images: [{ id: 1 }, { id: 2 }],
    });
  });

  it('sanitises HTML and deletes pictures that the input leaves out', async () => {
    await save({ body: { html: '<h1>Titre</h1><iframe src="https://x.example"></iframe>' }, images: [2] });
    expect(await item()).toMatchObject({ html: '<h2>Titre</h2>', images: [{ id: 2 }] });
  });

  it('makes the item findable by title and summary', async () => {
    await save();
    const list = await api.call<'GET /news'>('/news?lk:title=ete', { site });
    expect(list.data.news.map(({ id }) => id)).toEqual([1]);
  });

  it.each([
    ['the slug of another item', { id: 2, slug: 'harvest' }, 'already_exists'],
    ['a picture that does not exist', { id: 2, slug: 'autre', image: 9 }, 'unknown_reference'],
  ])('refuses %s', async (_, changes, refusal) => {
    expect(await save(changes)).toMatchObject({ ok: false, refusal });
    expect((await api.call('/news/2', { site })).status).toBe(404);
  });
});
