import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useItemKeys } from '#client/admin/pages/fields/ListField.tsx';

describe('useItemKeys', () => {
  const renderKeys = (count: number) => renderHook(({ count }) => useItemKeys(count), { initialProps: { count } });

  it('gives every item a key of its own', () => {
    const { result } = renderKeys(3);
    expect(new Set(result.current.keys).size).toBe(3);
  });

  it('moves a key together with its item', () => {
    const { result } = renderKeys(3);
    const [first, second, third] = result.current.keys;
    act(() => result.current.moveKey(2, 0));
    expect(result.current.keys).toEqual([third, first, second]);
  });

  it('keeps the keys of the items that remain after a removal and an addition', () => {
    const { result, rerender } = renderKeys(3);
    const [first, , third] = result.current.keys;
    act(() => result.current.removeKey(1));
    rerender({ count: 3 });
    expect(result.current.keys.slice(0, 2)).toEqual([first, third]);
    expect(new Set(result.current.keys).size).toBe(3);
  });
});
