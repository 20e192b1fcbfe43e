import type { ReactNode } from 'react';
import { AutocompleteArrayInput, type AutocompleteArrayInputProps, useGetList } from 'react-admin';
import type { PageEntryInput } from '#shared/site/page-tree-input.ts';

const flatten = (entries: readonly PageEntryInput[]): PageEntryInput[] =>
  entries.flatMap((entry) => [entry, ...flatten(entry.children ?? [])]);

/** Chooses entries of the page trees in all languages. */
export function PageEntriesSelect(props: AutocompleteArrayInputProps): ReactNode {
  const { data: trees = [] } = useGetList('page-tree', { pagination: { page: 1, perPage: 50 } });
  const choices = trees.flatMap((tree) =>
    flatten((tree.entries ?? []) as PageEntryInput[]).map(({ id, menuTitle }) => ({
      id,
      name: trees.length > 1 ? `${menuTitle} (${String(tree.id).slice(0, 2)})` : menuTitle,
    })),
  );
  return <AutocompleteArrayInput {...props} choices={choices} translateChoice={false} />;
}
