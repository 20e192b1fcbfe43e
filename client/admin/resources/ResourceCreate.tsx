import { type PropsWithChildren, type ReactNode, useState } from 'react';
import { SimpleForm, useResourceContext } from 'react-admin';
import { getObjectFields } from '../inputs/describe-field.ts';
import { SchemaFields } from '../inputs/SchemaInput.tsx';
import { findResourceSpecOrThrow } from './find-resource-spec-or-throw.ts';
import { ItemCreateFrame } from './ItemCreateFrame.tsx';
import { ScrollToFirstError } from './ScrollToFirstError.tsx';

/** The form for a new item of a resource. Children follow the inputs. */
export default function ResourceCreate({ children }: PropsWithChildren): ReactNode {
  const { input, keys } = findResourceSpecOrThrow(useResourceContext() ?? '');
  const fields = getObjectFields(input);
  const [defaultValues] = useState(() => ('publishedAt' in fields ? { publishedAt: new Date().toISOString() } : {}));
  return (
    <ItemCreateFrame>
      <SimpleForm warnWhenUnsavedChanges defaultValues={defaultValues}>
        <SchemaFields fields={fields} omit={keys === 'assigned' ? ['id'] : []} />
        {children}
        <ScrollToFirstError />
      </SimpleForm>
    </ItemCreateFrame>
  );
}
