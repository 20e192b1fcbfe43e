import type { ReactNode } from 'react';
import { SimpleForm, useResourceContext } from 'react-admin';
import { getObjectFields } from '../inputs/describe-field.ts';
import { SchemaFields } from '../inputs/SchemaInput.tsx';
import { findResourceSpec } from './find-resource-spec.ts';
import { ItemCreate } from './ItemCreate.tsx';

/** The form for a new item of a resource. */
export default function SpecCreate(): ReactNode {
  const { input, keys } = findResourceSpec(useResourceContext() ?? '');
  return (
    <ItemCreate>
      <SimpleForm warnWhenUnsavedChanges>
        <SchemaFields fields={getObjectFields(input)} omit={keys === 'assigned' ? ['id'] : []} />
      </SimpleForm>
    </ItemCreate>
  );
}
