import { describe, expect, it } from 'vitest';
import { readListByTag } from '#client/core/page/read-list-by-tag.ts';

const tags = [{ slug: 'vines', label: 'Vines' }];

describe('readListByTag', () => {
  const read = (query: string) => {
    const calls: object[] = [];
    const list = readListByTag(new URLSearchParams(query), async (filter) => {
      calls.push(filter);
      return { tags };
    });
    return { calls, list };
  };

  it.each(['', 'tag='])('reads the whole list once for the query "%s"', async (query) => {
    const { calls, list } = read(query);
    expect((await list).tag).toBeNull();
    expect(calls).toEqual([{}]);
  });

  it('filters by a tag of the list', async () => {
    const { calls, list } = read('tag=vines');
    expect((await list).tag).toBe('vines');
    expect(calls).toEqual([{}, { tag: 'vines' }]);
  });

  it('does not read the list by a tag that no item has', async () => {
    const { calls, list } = read('tag=unknown');
    await expect(list).rejects.toMatchObject({ status: 404 });
    expect(calls).toEqual([{}]);
  });
});
