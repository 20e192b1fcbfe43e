import type { ReactNode } from 'react';
import { DeleteButton, SaveButton, Toolbar, useResourceContext } from 'react-admin';
import { findResourceSpec } from './find-resource-spec.ts';

/** The buttons below the form of an item. Items that a site always has cannot be deleted. */
export function ItemToolbar(): ReactNode {
  const { keys } = findResourceSpec(useResourceContext() ?? '');
  return (
    <Toolbar sx={{ justifyContent: 'space-between' }}>
      <SaveButton />
      {keys !== 'fixed' && <DeleteButton mutationMode="pessimistic" />}
    </Toolbar>
  );
}
