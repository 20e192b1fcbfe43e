import { InputAdornment } from '@mui/material';
import type { ReactNode } from 'react';
import {
  BooleanInput,
  maxLength,
  maxValue,
  minValue,
  NumberInput,
  required,
  SelectInput,
  TextInput,
} from 'react-admin';
import { DecimalEurosInput } from '#client/admin/inputs/DecimalInput.tsx';
import {
  getParameterDefinition,
  isHtmlParameter,
  type NumberParameter,
  type ParameterKey,
} from '#shared/site/parameter-definitions.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { ColourInput } from '../inputs/ColourInput.tsx';
import { LocalizedInput } from '../inputs/LocalizedInput.tsx';
import { type EditedText, RichTextInput } from '../inputs/RichTextInput.tsx';
import { LegalPlaceholders } from './LegalPlaceholders.tsx';

export function ParameterValueInput({ type }: { type: ParameterKey }): ReactNode {
  const { t, number } = useAdminTexts();
  const definition = getParameterDefinition(type);
  const explanation = t(`admin-parameters.${type}.explanation`);
  const common = { source: 'value', label: t(`admin-parameters.${type}.label`), helperText: explanation };
  if (definition.kind === 'BOOLEAN') return <BooleanInput {...common} />;
  if (definition.kind === 'NUMBER')
    return (
      <ParameterNumberInput
        {...common}
        definition={definition}
        helperText={`${explanation} ${describeRange(definition, t, number)}`}
      />
    );
  if (definition.words)
    return (
      <SelectInput
        {...common}
        choices={definition.words.map((id) => ({ id, name: t(`admin-parameters.${type}.${id}`) }))}
        translateChoice={false}
      />
    );
  if (definition.format === 'colour') return <ColourInput {...common} />;
  if (isHtmlParameter(type)) return <RichTextInput {...common} renderBelow={renderPlaceholders} />;
  const limit = { validate: maxLength(definition.maxLength) };
  if (definition.kind === 'TEXT') return <TextInput {...common} {...limit} multiline minRows={4} />;
  if (definition.kind === 'LINK') return <TextInput {...common} {...limit} type="url" />;
  return <LocalizedInput {...common} />;
}

const renderPlaceholders = (text: EditedText): ReactNode => <LegalPlaceholders {...text} />;

type Texts = ReturnType<typeof useAdminTexts>;

/** Describes the numbers that a parameter accepts, such as "From 32 to 160, without a value 64." */
function describeRange(
  { min, max, default: fallback }: NumberParameter,
  t: Texts['t'],
  number: Texts['number'],
): string {
  const range = t('admin-parameters.range', { min: number(min), max: number(max) });
  return fallback === null ? range : `${range} ${t('admin-parameters.default', { value: number(fallback) })}`;
}

interface ParameterNumberInputProps {
  source: string;
  label: string;
  helperText: string;
  definition: NumberParameter;
}

function ParameterNumberInput({ definition, ...common }: ParameterNumberInputProps): ReactNode {
  const { t } = useAdminTexts();
  const { min, max, unit, decimals } = definition;
  const validate = [required(), minValue(min), maxValue(max)];
  if (decimals) return <DecimalEurosInput {...common} validate={validate} />;
  const adornment = <InputAdornment position="end">{t(`admin-parameters.unit.${unit}`)}</InputAdornment>;
  return (
    <NumberInput
      {...common}
      min={min}
      max={max}
      step={1}
      validate={validate}
      slotProps={{ input: { endAdornment: adornment } }}
    />
  );
}
