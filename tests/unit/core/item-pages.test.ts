import { describe, expect, it } from 'vitest';
import { loadItemAlternates } from '#client/core/page/item-pages.ts';
import { ApiReadError } from '#shared/rendering.ts';
import { createSampleRead, sampleSite } from '#tests/support/fixtures/sample-site.ts';

describe('loadItemAlternates', () => {
  const list = { path: '/visites', alternates: { en: '/tours' }, elementRoute: 'tours' };
  const args = { read: createSampleRead(), site: sampleSite };
  const item = { id: 3, slug: 'chai' };

  it('reads the slug in the other languages from the same list', async () => {
    const scopes: unknown[] = [];
    const readDetail = async (_read: unknown, id: number, scope?: object) => {
      scopes.push(scope);
      return { id, slug: 'cellar' };
    };
    const paths = await loadItemAlternates({ readDetail }, args, list, item);
    expect(paths).toEqual({ fr_FR: '/visites/chai/3', en: '/tours/cellar/3' });
    expect(scopes).toEqual([{ lang: 'en', route: 'tours' }]);
  });

  it.each([
    ['is missing', async () => undefined],
    ['cannot be read', () => Promise.reject(new ApiReadError(404, ''))],
  ])('leaves out a language in which the item %s', async (_, readDetail) => {
    expect(await loadItemAlternates({ readDetail }, args, list, item)).toEqual({ fr_FR: '/visites/chai/3' });
  });

  it('leaves out a language without the list', async () => {
    const readDetail = async () => item;
    expect(await loadItemAlternates({ readDetail }, args, { path: '/visites' }, item)).toEqual({
      fr_FR: '/visites/chai/3',
    });
  });

  it('rejects with errors of the program', async () => {
    const readDetail = () => Promise.reject(new TypeError('defect'));
    await expect(loadItemAlternates({ readDetail }, args, list, item)).rejects.toThrow('defect');
  });
});
