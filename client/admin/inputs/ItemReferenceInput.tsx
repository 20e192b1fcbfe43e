import type { ReactNode } from 'react';
import { AutocompleteArrayInput, AutocompleteInput, ReferenceArrayInput, ReferenceInput } from 'react-admin';
import { createCommonInputProps } from './common-input-props.ts';
import type { FieldDescription } from './describe-field.ts';
import { PictureInput, PicturesInput } from './PictureInput.tsx';

interface ItemReferenceInputProps {
  source: string;
  field: Extract<FieldDescription, { kind: 'reference' | 'references' }>;
}

/** The input for one or several other items. Pictures are chosen from thumbnails, other items by name. */
export function ItemReferenceInput({ source, field }: ItemReferenceInputProps): ReactNode {
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
