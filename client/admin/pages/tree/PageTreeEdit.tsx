import type { ReactNode } from 'react';
import { SaveButton, SimpleForm, Toolbar } from 'react-admin';
import { ItemEdit } from '../../resources/ItemEdit.tsx';
import { PageTreeEditor } from './PageTreeEditor.tsx';

/** The form for the page tree of one language. */
export default function PageTreeEdit(): ReactNode {
  return (
    <ItemEdit>
      <SimpleForm
        warnWhenUnsavedChanges
        toolbar={
          <Toolbar>
            <SaveButton label="admin-pages.tree.save" />
          </Toolbar>
        }
      >
        <PageTreeEditor source="entries" />
      </SimpleForm>
    </ItemEdit>
  );
}
