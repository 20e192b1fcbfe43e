import type { ReactNode } from 'react';
import { BooleanInput, NumberInput, SelectInput, TextInput } from 'react-admin';
import {
  colourParameterKeys,
  isHtmlParameter,
  type ParameterKey,
  parameterKinds,
} from '#shared/site/parameter-kinds.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { ColourInput } from '../inputs/ColourInput.tsx';
import { LocalizedInput } from '../inputs/LocalizedInput.tsx';
import type { EditedText } from '../inputs/LocalizedRichText.tsx';
import { RichTextInput } from '../inputs/RichTextInput.tsx';
import { LegalPlaceholders } from './LegalPlaceholders.tsx';
import { parameterValueChoices } from './parameter-keys-by-group.ts';

/** The input for the value of a parameter, as the parameter's kind demands. */
export function ParameterValueInput({ type }: { type: ParameterKey }): ReactNode {
  const { t } = useAdminTexts();
  const label = t(`admin-parameters.${type}.label`);
  const common = { source: 'value', label, helperText: t(`admin-parameters.${type}.explanation`) };
  const choices = parameterValueChoices[type];
  if (choices)
    return (
      <SelectInput
        {...common}
        choices={choices.map((id) => ({ id, name: t(`admin-parameters.${type}.${id}`) }))}
        translateChoice={false}
      />
    );
  if (colourParameterKeys.some((key) => key === type)) return <ColourInput {...common} />;
  if (isHtmlParameter(type)) return <RichTextInput {...common} renderBelow={renderPlaceholders} />;
  switch (parameterKinds[type]) {
    case 'BOOLEAN':
      return <BooleanInput {...common} />;
    case 'NUMBER':
      return <NumberInput {...common} />;
    case 'TEXT':
      return <TextInput {...common} multiline minRows={4} />;
    case 'LINK':
      return <TextInput {...common} type="url" />;
    default:
      return <LocalizedInput {...common} />;
  }
}

const renderPlaceholders = (text: EditedText): ReactNode => <LegalPlaceholders {...text} />;
