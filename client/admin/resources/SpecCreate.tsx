import type { PropsWithChildren, ReactNode } from 'react';
import { SimpleForm, useResourceContext } from 'react-admin';
import { getObjectFields } from '../inputs/describe-field.ts';
import { SchemaFields } from '../inputs/SchemaInput.tsx';
import { findResourceSpec } from './find-resource-spec.ts';
import { InvalidFormGuide } from './InvalidFormGuide.tsx';
import { ItemCreate } from './ItemCreate.tsx';

/** The form for a new item of a resource. Children follow the inputs. */
export default function SpecCreate({ children }: PropsWithChildren): ReactNode {
  const { input, keys } = findResourceSpec(useResourceContext() ?? '');
  return (
    <ItemCreate>
      <SimpleForm warnWhenUnsavedChanges>
        <SchemaFields fields={getObjectFields(input)} omit={keys === 'assigned' ? ['id'] : []} />
        {children}
        <InvalidFormGuide />
      </SimpleForm>
    </ItemCreate>
  );
}
