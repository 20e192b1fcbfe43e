import { describe, expect, it } from 'vitest';
import {
  buildListPagePath,
  countPagesOrThrowNotFound,
  createListPageMetadata,
  readListByTag,
  readPageNumber,
} from '#client/core/page/list-page.ts';
import { dictionary } from '#shared/texts/en/every-page.ts';
import { createTextsWithLazyDomains } from '#shared/texts.ts';

const texts = createTextsWithLazyDomains('en', dictionary, 'Europe/Paris');

describe('readPageNumber', () => {
  it.each([
    ['', 1],
    ['page=1', 1],
    ['page=37', 37],
  ])('reads the query "%s" as page %i', (query, page) => expect(readPageNumber(new URLSearchParams(query))).toBe(page));

  it.each(['page=', 'page=0', 'page=01', 'page=-1', 'page=1.5', 'page=two', 'page=1234567'])(
    'refuses the query "%s" with 404',
    (query) =>
      expect(() => readPageNumber(new URLSearchParams(query))).toThrow(expect.objectContaining({ status: 404 })),
  );
});

describe('countPagesOrThrowNotFound', () => {
  it('returns the number of pages for a page of the list', () => expect(countPagesOrThrowNotFound(2, 21, 20)).toBe(2));
  it('accepts the first page of an empty list', () => expect(countPagesOrThrowNotFound(1, 0, 20)).toBe(1));
  it('refuses a page after the last one with 404', () =>
    expect(() => countPagesOrThrowNotFound(3, 21, 20)).toThrow(expect.objectContaining({ status: 404 })));
});

describe('buildListPagePath', () => {
  it.each([
    [1, null, '/diary'],
    [2, null, '/diary?page=2'],
    [1, 'vines', '/diary?tag=vines'],
    [2, 'vines', '/diary?tag=vines&page=2'],
  ])('returns for page %i with the tag %s the path %s', (page, tag, path) =>
    expect(buildListPagePath({ path: '/diary', tag }, page)).toBe(path),
  );
});

describe('createListPageMetadata', () => {
  const metadataOf = (page: number, pages: number, tag: string | null = null) =>
    createListPageMetadata('Diary', { path: '/diary', page, pages, tag }, texts);

  it('has no neighbours for a list of one page', () =>
    expect(metadataOf(1, 1)).toEqual({ title: 'Diary', canonical: '/diary', previous: undefined, next: undefined }));

  it('numbers the title of a further page and links its neighbours', () =>
    expect(metadataOf(2, 3)).toEqual({
      title: 'Diary, page 2',
      canonical: '/diary?page=2',
      previous: '/diary',
      next: '/diary?page=3',
    }));

  it('names the whole list as canonical for a filtered list', () =>
    expect(metadataOf(2, 3, 'vines')).toMatchObject({
      canonical: '/diary',
      previous: '/diary?tag=vines',
      next: '/diary?tag=vines&page=3',
    }));
});

describe('readListByTag', () => {
  const tags = [{ slug: 'vines', label: 'Vines' }];
  const read = (query: string) => {
    const calls: object[] = [];
    const list = readListByTag(new URLSearchParams(query), 2, async (filter) => {
      calls.push(filter);
      return { tags };
    });
    return { calls, list };
  };

  it.each(['', 'tag='])('reads the page of the whole list once for the query "%s"', async (query) => {
    const { calls, list } = read(query);
    expect((await list).tag).toBeNull();
    expect(calls).toEqual([{ page: 2 }]);
  });

  it('filters by a tag of the list', async () => {
    const { calls, list } = read('tag=vines');
    expect((await list).tag).toBe('vines');
    expect(calls).toEqual([{ page: 1 }, { page: 2, tag: 'vines' }]);
  });

  it('does not read the list by a tag that no item has', async () => {
    const { calls, list } = read('tag=unknown');
    await expect(list).rejects.toMatchObject({ status: 404 });
    expect(calls).toEqual([{ page: 1 }]);
  });
});
