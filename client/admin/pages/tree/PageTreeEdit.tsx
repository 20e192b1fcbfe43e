import type { ReactNode } from 'react';
import { SaveButton, SimpleForm, Toolbar } from 'react-admin';
import { ItemEditFrame } from '../../resources/ItemEditFrame.tsx';
import { PageTreeEditor } from './PageTreeEditor.tsx';

/** The form for the page tree of one language. */
export default function PageTreeEdit(): ReactNode {
  return (
    <ItemEditFrame>
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
    </ItemEditFrame>
  );
}
