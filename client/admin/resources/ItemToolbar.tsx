import type { ReactNode } from 'react';
import { DeleteButton, SaveButton, Toolbar, useResourceContext } from 'react-admin';
import { findResourceSpecOrThrow } from './find-resource-spec-or-throw.ts';
import { ViewItemButton } from './ViewItemButton.tsx';

interface ItemToolbarProps {
  /** The text of the button that deletes the item, for items such as parameters, which deletion resets to a default. */
  deleteLabel?: string;
}

/** The buttons below the form of an item. Items that a site always has cannot be deleted. */
export function ItemToolbar({ deleteLabel }: ItemToolbarProps): ReactNode {
  const { keys } = findResourceSpecOrThrow(useResourceContext() ?? '');
  return (
    <Toolbar sx={{ justifyContent: 'space-between', flexWrap: 'wrap', gap: 1 }}>
      <SaveButton />
      <ViewItemButton />
      {keys !== 'fixed' && (
        <DeleteButton
          mutationMode="pessimistic"
          {...(deleteLabel && { label: deleteLabel, confirmTitle: deleteLabel })}
        />
      )}
    </Toolbar>
  );
}
