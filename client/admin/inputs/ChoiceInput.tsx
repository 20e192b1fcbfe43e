import type { ReactNode } from 'react';
import { SelectArrayInput, SelectInput } from 'react-admin';
import { createCommonInputProps } from './common-input-props.ts';
import type { FieldDescription } from './describe-field.ts';
import { useChoiceFormatter } from './use-choice-formatter.ts';

interface ChoiceInputProps {
  source: string;
  field: Extract<FieldDescription, { kind: 'choice' | 'choices' }>;
}

/** Chooses one or several of the values that a field allows. */
export function ChoiceInput({ source, field }: ChoiceInputProps): ReactNode {
  const choiceLabel = useChoiceFormatter(source);
  const props = {
    source,
    ...createCommonInputProps(field),
    choices: field.values.map((id) => ({ id, name: choiceLabel(id) })),
    translateChoice: false,
  };
  return field.kind === 'choice' ? <SelectInput {...props} /> : <SelectArrayInput {...props} />;
}
