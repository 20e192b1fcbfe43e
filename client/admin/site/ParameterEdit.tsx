import type { ReactNode } from 'react';
import { SimpleForm, useRecordContext } from 'react-admin';
import type { ParameterKey } from '#shared/site/parameter-kinds.ts';
import { ItemEdit } from '../resources/ItemEdit.tsx';
import { ItemToolbar } from '../resources/ItemToolbar.tsx';
import { ParameterValueInput } from './ParameterValueInput.tsx';

/** The form for the value of a parameter. */
export default function ParameterEdit(): ReactNode {
  return (
    <ItemEdit>
      <SimpleForm toolbar={<ItemToolbar />} warnWhenUnsavedChanges>
        <PresentParameterInput />
      </SimpleForm>
    </ItemEdit>
  );
}

function PresentParameterInput(): ReactNode {
  const record = useRecordContext();
  return record ? <ParameterValueInput type={record.id as ParameterKey} /> : null;
}
