import type { PropsWithChildren, ReactNode } from 'react';
import { SimpleForm, useResourceContext } from 'react-admin';
import { getObjectFields } from '../inputs/describe-field.ts';
import { SchemaFields } from '../inputs/SchemaInput.tsx';
import { findResourceSpecOrThrow } from './find-resource-spec-or-throw.ts';
import { ItemEditFrame } from './ItemEditFrame.tsx';
import { ItemToolbar } from './ItemToolbar.tsx';
import { ScrollToFirstError } from './ScrollToFirstError.tsx';

/**
 * The form for an item of a resource, with an input for each field in the resource's schema except the key. Children
 * follow the inputs.
 */
export default function ResourceEdit({ children }: PropsWithChildren): ReactNode {
  const { input, key } = findResourceSpecOrThrow(useResourceContext() ?? '');
  return (
    <ItemEditFrame>
      <SimpleForm toolbar={<ItemToolbar />} warnWhenUnsavedChanges>
        <SchemaFields fields={getObjectFields(input)} omit={key === null ? [] : [key]} />
        {children}
        <ScrollToFirstError />
      </SimpleForm>
    </ItemEditFrame>
  );
}
