import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import {
  AutocompleteArrayInput,
  type AutocompleteArrayInputProps,
  AutocompleteInput,
  type AutocompleteInputProps,
  BooleanInput,
  DateInput,
  type InputProps,
  NumberInput,
  ReferenceArrayInput,
  ReferenceInput,
  SelectArrayInput,
  SelectInput,
  TextArrayInput,
  TextInput,
  useGetList,
  useInput,
  useTranslateLabel,
  useWrappedSource,
} from 'react-admin';
import { get, useFormState } from 'react-hook-form';
import { isInstant } from '#client/admin/core/admin-texts.ts';
import { toLocalDay } from '#shared/places/local-time.ts';
import { isBannedCountry } from '#shared/shipping/delivery-countries.ts';
import { frenchShippingZones, spanishShippingZones, worldShippingZone } from '#shared/shipping/shipping-zone.ts';
import type { PageEntryInput } from '#shared/site/page-tree-input.ts';
import { useAdminConfig } from '../core/admin-context.tsx';
import { createCommonInputProps } from './common-input-props.ts';
import { DecimalEurosInput, DecimalInput } from './DecimalInput.tsx';
import { type FieldDescription, useFieldText } from './describe-field.ts';
import { ExternalAppSettingsInput } from './ExternalAppSettingsInput.tsx';
import { FieldError } from './FieldError.tsx';
import { LocalizedInput } from './LocalizedInput.tsx';
import { PictureInput, PicturesInput } from './PictureInput.tsx';
import { PlainInstantInput } from './PlainInstantInput.tsx';
import { RichTextInput } from './RichTextInput.tsx';
import { SlugInput } from './SlugInput.tsx';
import { useChoiceFormatter } from './use-choice-formatter.ts';
import { useCountries } from './use-countries.ts';

type KindWithFields = 'group' | 'list' | 'optionList' | 'alternativeList' | 'listsByKey';

interface ValueInputProps {
  source: string;
  field: Exclude<FieldDescription, { kind: KindWithFields }>;
}

interface ChoiceInputProps {
  source: string;
  field: Extract<FieldDescription, { kind: 'choice' | 'choices' }>;
}

function ChoiceInput({ source, field }: ChoiceInputProps): ReactNode {
  const choiceLabel = useChoiceFormatter(source);
  const props = {
    source,
    ...createCommonInputProps(field),
    choices: field.values.map((id) => ({ id, name: choiceLabel(id) })),
    translateChoice: false,
  };
  return field.kind === 'choice' ? <SelectInput {...props} /> : <SelectArrayInput {...props} />;
}

/** Chooses a country by its name. The value is its ISO 3166-1 alpha-2 code. */
const CountryInput = (props: AutocompleteInputProps): ReactNode => (
  <AutocompleteInput {...props} choices={useCountries()} translateChoice={false} />
);

const today = 'today';

/** Edits a limit of a date field: no limit, the day on which the form is filled in, or a fixed day. */
function DateFieldLimitInput({ source }: Pick<InputProps, 'source'>): ReactNode {
  const { field } = useInput({ source });
  const { timeZone } = useAdminConfig();
  const label = useChoiceFormatter('day');
  const isFixed = typeof field.value === 'string' && field.value !== '' && field.value !== today;
  const choices = [today, 'fixed'].map((id) => ({ id, name: label(id) }));
  return (
    <Box>
      <SelectInput
        source={source}
        choices={choices}
        translateChoice={false}
        helperText={false}
        format={(value: unknown) => (value && value !== today ? 'fixed' : (value ?? ''))}
        parse={(value: unknown) => (value === 'fixed' ? toLocalDay(Date.now(), timeZone) : value)}
      />
      {isFixed && <DateInput source={source} label="" helperText={false} />}
    </Box>
  );
}

/** Edits an instant of an item. Input that is not a valid time is kept, so that the API rejects it. */
function InstantInput(props: InputProps): ReactNode {
  const { field, fieldState, isRequired } = useInput(props);
  const label = useTranslateLabel()({ source: props.source, label: props.label as string | undefined });
  const value = String(field.value ?? '');
  return (
    <PlainInstantInput
      label={label}
      value={isInstant(value) ? value : null}
      onChange={(next, text) => field.onChange(next ?? (text || null))}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.error && <FieldError error={fieldState.error} />}
      isRequired={isRequired}
      disabled={props.disabled ?? false}
    />
  );
}

const flatten = (entries: readonly PageEntryInput[]): PageEntryInput[] =>
  entries.flatMap((entry) => [entry, ...flatten(entry.children ?? [])]);

function PageEntriesSelect(props: AutocompleteArrayInputProps): ReactNode {
  const { data: trees = [] } = useGetList('page-tree', { pagination: { page: 1, perPage: 50 } });
  const choices = trees.flatMap((tree) =>
    flatten((tree.entries ?? []) as PageEntryInput[]).map(({ id, menuTitle }) => ({
      id,
      name: trees.length > 1 ? `${menuTitle} (${String(tree.id).slice(0, 2)})` : menuTitle,
    })),
  );
  return <AutocompleteArrayInput {...props} choices={choices} translateChoice={false} />;
}

const zonesWithText: readonly string[] = [...frenchShippingZones, ...spanishShippingZones, worldShippingZone];
/** Countries without a zone of their own: France has three, and Monaco belongs to its mainland. */
const countriesWithoutZone = ['FR', 'MC'];

/** Chooses the destinations of a shipping rate: parts of France, other countries, or the rest of the world. */
function ShippingZonesSelect(props: AutocompleteArrayInputProps): ReactNode {
  const label = useChoiceFormatter('zones');
  const countries = useCountries().filter(
    ({ id }) => !countriesWithoutZone.includes(String(id)) && !isBannedCountry(String(id)),
  );
  const choices = [...zonesWithText.map((id) => ({ id, name: label(id) })), ...countries];
  return <AutocompleteArrayInput {...props} choices={choices} translateChoice={false} />;
}

/** Returns the message about one value of a list. React-admin shows messages about the whole list only. */
function useElementError(source: string): string | undefined {
  const { errors } = useFormState();
  const error: unknown = get(errors, useWrappedSource(source));
  return Array.isArray(error) ? error.find((element) => element?.message)?.message : undefined;
}

export function LeafFieldInput({ source, field }: ValueInputProps): ReactNode {
  const elementError = useElementError(source);
  const fieldHint = useFieldText('hints', source);
  const hint = elementError ?? fieldHint ?? false;
  const common = { source, ...createCommonInputProps(field), helperText: hint };
  if (source === 'slug')
    return <SlugInput source={source} {...createCommonInputProps(field)} isLocalized={field.kind === 'localized'} />;
  switch (field.kind) {
    case 'text':
      return <TextInput {...common} parse={keepEmptyText} />;
    case 'texts':
      return <TextArrayInput {...common} />;
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

interface ItemReferenceInputProps {
  source: string;
  field: Extract<FieldDescription, { kind: 'reference' | 'references' }>;
}

/** The input for one or several other items. Pictures are chosen from thumbnails, other items by name. */
function ItemReferenceInput({ source, field }: ItemReferenceInputProps): ReactNode {
  const props = createCommonInputProps(field);
  const isPicture = field.resource === 'image';
  if (field.kind === 'reference')
    return isPicture ? (
      <PictureInput source={source} {...props} />
    ) : (
      <ReferenceInput source={source} reference={field.resource} filter={getReferenceFilter(source)}>
        <AutocompleteInput filterToQuery={toSearch} {...props} />
      </ReferenceInput>
    );
  return isPicture ? (
    <PicturesInput source={source} {...props} />
  ) : (
    <ReferenceArrayInput source={source} reference={field.resource}>
      <AutocompleteArrayInput helperText={false} filterToQuery={toSearch} />
    </ReferenceArrayInput>
  );
}

/**
 * The filters for fields that refer to only some items of a resource, by the name of the field. Files are videos and
 * fonts.
 */
const referenceFilters: Readonly<Record<string, object>> = { video: { 'lk:type': 'video/' } };
const getReferenceFilter = (source: string): object => referenceFilters[source.split('.').at(-1) ?? ''] ?? {};

const toSearch = (search: string) => ({ search });
