import type { ReactNode } from 'react';
import { SimpleForm } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { type ParameterKey, parameterDefinitions } from '#shared/site/parameter-definitions.ts';
import { ItemCreateFrame } from '../resources/ItemCreateFrame.tsx';
import { ParameterValueInput } from './ParameterValueInput.tsx';

/** The form for a parameter that the site has not set yet. The URL names the parameter (`buildParameterPath`). */
export default function ParameterCreate(): ReactNode {
  return (
    <ItemCreateFrame>
      <SimpleForm warnWhenUnsavedChanges>
        <NewParameterInput />
      </SimpleForm>
    </ItemCreateFrame>
  );
}

function NewParameterInput(): ReactNode {
  const type: unknown = useWatch({ name: 'type' });
  return typeof type === 'string' && Object.hasOwn(parameterDefinitions, type) ? (
    <ParameterValueInput type={type as ParameterKey} />
  ) : null;
}
