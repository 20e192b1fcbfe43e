import type { ReactNode } from 'react';
import { SimpleForm, useRecordContext } from 'react-admin';
import type { ParameterKey } from '#shared/site/parameter-definitions.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { ItemEditFrame } from '../resources/ItemEditFrame.tsx';
import { ItemToolbar } from '../resources/ItemToolbar.tsx';
import { ParameterValueInput } from './ParameterValueInput.tsx';

export default function ParameterEdit(): ReactNode {
  return (
    <ItemEditFrame title={<ParameterTitle />}>
      <SimpleForm toolbar={<ItemToolbar deleteLabel="admin-parameters.reset" />} warnWhenUnsavedChanges>
        <CurrentParameterInput />
      </SimpleForm>
    </ItemEditFrame>
  );
}

function ParameterTitle(): ReactNode {
  const { t } = useAdminTexts();
  const record = useRecordContext();
  return record ? t(`admin-parameters.${record.id as ParameterKey}.label`) : null;
}

function CurrentParameterInput(): ReactNode {
  const record = useRecordContext();
  return record ? <ParameterValueInput type={record.id as ParameterKey} /> : null;
}
