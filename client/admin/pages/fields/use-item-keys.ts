import { useState } from 'react';
import { moveItem } from './move-item.ts';

/**
 * Creates React keys for `count` items without ids. The caller moves and removes a key together with its item, so that
 * the inputs of the item keep their focus.
 */
export function useItemKeys(count: number) {
  const [ordered, setOrdered] = useState<readonly number[]>([]);
  const firstNewKey = Math.max(0, ...ordered) + 1;
  const keys = Array.from({ length: count }, (_, index) => ordered[index] ?? firstNewKey + index);
  return {
    keys,
    moveKey: (from: number, to: number) => setOrdered(moveItem(keys, from, to)),
    removeKey: (index: number) => setOrdered(keys.filter((_, at) => at !== index)),
  };
}
