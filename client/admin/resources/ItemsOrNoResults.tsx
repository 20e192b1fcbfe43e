import type { ReactNode } from 'react';
import { ListNoResults, type RaRecord, useListContext } from 'react-admin';

interface ItemsOrNoResultsProps<Item extends RaRecord> {
  /** Renders the items, of which there is at least one. */
  children: (items: readonly Item[]) => ReactNode;
}

export function ItemsOrNoResults<Item extends RaRecord>({ children }: ItemsOrNoResultsProps<Item>): ReactNode {
  const { data, isPending } = useListContext<Item>();
  if (isPending) return null;
  return data && data.length > 0 ? children(data) : <ListNoResults />;
}
