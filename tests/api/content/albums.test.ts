import { beforeAll, describe, expect, it } from 'vitest';
import { saveAlbum } from '#server/api/content/save-content.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { files } from '#server/api/media/media-tables.ts';
import { AlbumInput } from '#shared/content/content-input.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const { call } = api;

const save = (site: number, changes: Record<string, unknown> = {}) =>
  withSiteTransactionOrRollback(api.db, site, (tx) =>
    saveAlbum(
      tx,
      AlbumInput.parse({
        id: 1,
        slug: { fr_FR: 'le-chai', en: 'the-cellar' },
        title: { fr_FR: `Le chai ${site}`, en: `The cellar ${site}` },
        summary: '',
        publishedAt: '2026-09-01T08:00:00+02:00',
        image: 1,
        body: { markdown: '' },
        media: [
          { image: 1, caption: { fr_FR: 'La porte', en: 'The door' } },
          { image: 3, video: 5, caption: 'Film' },
          { video: 6 },
        ],
        ...changes,
      }),
    ),
  );
const read = async (query = '', lang = 'fr_FR') =>
  (await call<'GET /album/{id}'>(`/album/1${query}`, { lang })).data.album;

beforeAll(async () => {
  for (const id of [40, 41]) {
    await seedEstate(api.db, api.filesDir, { id, mark: `Site ${id}` });
    const film = { id: 6, path: 'videos/old.avi', name: 'old.avi', hash: 'a'.repeat(64), type: 'video/x-msvideo' };
    await withSiteTransaction(api.db, id, (tx) => tx.insert(files).values({ ...film, bytes: 9 }));
    await save(id);
  }
});

describe('GET /album', () => {
  it('lists albums with the number of their pictures and videos', async () => {
    const { data } = await call<'GET /album'>('/album?page=1&nbItem=100');
    expect(data).toMatchObject({ total: 1, albums: [{ id: 1, slug: 'le-chai', total: 3, image: { id: 1 } }] });
  });

  it('shows an album without an image of its own with its first picture', async () => {
    await save(41, { image: null, media: [{ video: 6 }, { image: 3 }, { image: 1 }] });
    await save(41, { id: 2, slug: 'vide', image: null, media: [] });
    const { data } = await call<'GET /album'>('/album', { site: 41 });
    expect(data.albums.map(({ id, image }) => [id, image?.id ?? null])).toEqual([
      [2, null],
      [1, 3],
    ]);
  });
});

describe('GET /album/{id}', () => {
  it('returns pictures and videos in their order', async () => {
    const { media, total } = await read();
    expect(total).toBe(3);
    expect(media).toMatchObject([
      { caption: 'La porte', image: { id: 1 }, video: null },
      { caption: 'Film', image: { id: 3 }, video: { type: 'video/mp4', isPlayable: true, bytes: 100 } },
      { caption: '', image: null, video: { type: 'video/x-msvideo', isPlayable: false } },
    ]);
    expect(media[1]?.video?.url).toMatch(/^\/file\/5\/harvest\.mp4\?v=/);
  });

  it('returns one page of them', async () => {
    const { media, total } = await read('?nbItem=2&page=2', 'en');
    expect([total, media.map(({ video }) => video?.type)]).toEqual([3, ['video/x-msvideo']]);
  });

  it('replaces them when the album is saved', async () => {
    await save(40, { media: [{ image: 3 }] });
    expect((await read()).media.map(({ image }) => image?.id)).toEqual([3]);
    await save(40);
  });

  it.each(['/album/2', '/album/1?page=x'])('refuses %s', async (path) => {
    expect((await call(path)).status).toBe(path.includes('x') ? 400 : 404);
  });

  it('returns no data of site 40 at site 41', async () => {
    expect((await call('/album/1', { site: 41 })).text).not.toContain('Le chai 40');
  });
});

describe('saveAlbum', () => {
  it.each([
    ['a video that does not exist', { media: [{ video: 99 }] }, 'unknown_reference'],
    ['a picture that does not exist', { media: [{ image: 99 }] }, 'unknown_reference'],
    ['the slug of another album', { id: 2 }, 'already_exists'],
  ])('refuses %s', async (_, changes, refusal) => {
    expect(await save(40, changes)).toMatchObject({ ok: false, refusal });
  });

  it('needs a picture or a video for each medium', () => {
    expect(AlbumInput.shape.media.safeParse([{ caption: 'x' }]).success).toBe(false);
  });
});
