import type { ReactNode } from 'react';
import { required, SelectInput, SimpleForm } from 'react-admin';
import { pageEntryKinds } from '#shared/site/page-entry-kinds.ts';
import { LocalizedInput } from '../inputs/LocalizedInput.tsx';
import { useChoiceFormatter } from '../inputs/use-choice-formatter.ts';
import { ItemCreateFrame } from '../resources/ItemCreateFrame.tsx';

/** The form for a new page. Its sections are added in the editor, which opens next. */
export default function PageCreate(): ReactNode {
  const labelOf = useChoiceFormatter('type');
  return (
    <ItemCreateFrame>
      <SimpleForm defaultValues={{ type: 'CMS', sections: [] }}>
        <LocalizedInput source="title" validate={required()} />
        <SelectInput
          source="type"
          validate={required()}
          choices={pageEntryKinds.map((id) => ({ id, name: labelOf(id) }))}
          translateChoice={false}
        />
      </SimpleForm>
    </ItemCreateFrame>
  );
}
