import type { PropsWithChildren, ReactNode } from 'react';
import { SimpleForm, useResourceContext } from 'react-admin';
import { fieldsOf } from '../inputs/describe-field.ts';
import { SchemaFields } from '../inputs/SchemaInput.tsx';
import { findResourceSpec } from './find-resource-spec.ts';
import { ItemCreate } from './ItemCreate.tsx';

/** The form for a new item of a resource. Children follow the inputs. */
export default function SpecCreate({ children }: PropsWithChildren): ReactNode {
  const { input, keys } = findResourceSpec(useResourceContext() ?? '');
  return (
    <ItemCreate>
      <SimpleForm warnWhenUnsavedChanges>
        <SchemaFields fields={fieldsOf(input)} omit={keys === 'assigned' ? ['id'] : []} />
        {children}
      </SimpleForm>
    </ItemCreate>
  );
}
