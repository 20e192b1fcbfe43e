import type { ReactNode } from 'react';
import { BooleanInput, DateInput, NumberInput, TextArrayInput, TextInput } from 'react-admin';
import { ChoiceInput } from './ChoiceInput.tsx';
import { CountryInput } from './CountryInput.tsx';
import { createCommonInputProps } from './common-input-props.ts';
import { DateFieldLimitInput } from './DateFieldLimitInput.tsx';
import { DecimalEurosInput } from './DecimalEurosInput.tsx';
import { DecimalInput } from './DecimalInput.tsx';
import type { FieldDescription } from './describe-field.ts';
import { ExternalAppSettingsInput } from './ExternalAppSettingsInput.tsx';
import { InstantInput } from './InstantInput.tsx';
import { ItemReferenceInput } from './ItemReferenceInput.tsx';
import { LocalizedInput } from './LocalizedInput.tsx';
import { PageEntriesSelect } from './PageEntriesSelect.tsx';
import { RichTextInput } from './RichTextInput.tsx';
import { ShippingZonesSelect } from './ShippingZonesSelect.tsx';
import { SlugInput } from './SlugInput.tsx';
import { useFieldText } from './use-field-text.ts';

type KindWithFields = 'group' | 'list' | 'optionList' | 'alternativeList' | 'listsByKey';

interface ValueInputProps {
  source: string;
  field: Exclude<FieldDescription, { kind: KindWithFields }>;
}

/** The input for a field without nested fields. */
export function LeafFieldInput({ source, field }: ValueInputProps): ReactNode {
  const hint = useFieldText('hints', source) ?? false;
  const common = { source, ...createCommonInputProps(field), helperText: hint };
  if (source === 'slug')
    return <SlugInput source={source} {...createCommonInputProps(field)} isLocalized={field.kind === 'localized'} />;
  switch (field.kind) {
    case 'text':
      return <TextInput {...common} parse={keepEmptyText} />;
    case 'texts':
      return <TextArrayInput source={source} helperText={false} />;
    case 'localized':
      return <LocalizedInput {...common} {...(field.isLong && { minRows: 2 })} />;
    case 'richText':
      return <RichTextInput {...common} />;
    case 'money':
      return <DecimalEurosInput {...common} />;
    case 'number':
      return field.step === 'any' ? <DecimalInput {...common} /> : <NumberInput {...common} step={field.step} />;
    case 'boolean':
      return <BooleanInput source={source} helperText={hint} />;
    case 'instant':
      return <InstantInput {...common} />;
    case 'date':
      return <DateInput {...common} />;
    case 'clockTime':
      return <TextInput {...common} type="time" slotProps={{ inputLabel: { shrink: true } }} />;
    case 'choice':
    case 'choices':
      return <ChoiceInput source={source} field={field} />;
    case 'reference':
    case 'references':
      return <ItemReferenceInput source={source} field={field} />;
    case 'country':
      return <CountryInput {...common} />;
    case 'shippingZones':
      return <ShippingZonesSelect {...common} />;
    case 'pageEntries':
      return <PageEntriesSelect {...common} />;
    case 'day':
      return <DateFieldLimitInput source={source} />;
    case 'settings':
      return <ExternalAppSettingsInput source={source} />;
    case 'unsupported':
      throw new Error(`the field ${source} has no input`);
  }
}

/** Keeps an empty text, because the API distinguishes it from a missing value. */
const keepEmptyText = (value: string): string => value;
