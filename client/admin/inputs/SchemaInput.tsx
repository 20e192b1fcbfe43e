import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { required, SelectInput, useResourceContext, useWrappedSource } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { describeField, type FieldDescription, type FieldSchemas, isWideField } from './describe-field.ts';
import { EntriesInput } from './EntriesInput.tsx';
import { FieldGroup } from './FieldGroup.tsx';
import { LeafFieldInput } from './LeafFieldInput.tsx';
import { ListsByKeyInput } from './ListsByKeyInput.tsx';
import { OneOfFieldsInput } from './OneOfFieldsInput.tsx';
import { placeSlugAfterTitle } from './title-fields.ts';
import { useChoiceFormatter } from './use-choice-formatter.ts';

export interface SchemaFieldsProps {
  fields: FieldSchemas;
  /** The path of the object that has the fields, with a dot at the end; empty for the item itself. */
  path?: string;
  /** Names of fields that get no input here, because another part of the form shows them or staff cannot edit them. */
  omit?: readonly string[];
}

/**
 * Inputs for all fields of an object, derived from its schema. Ids of nested objects get no input, because the API
 * assigns them.
 */
export function SchemaFields({ fields, path = '', omit = [] }: SchemaFieldsProps): ReactNode {
  const resource = useResourceContext();
  const ordered = path === '' ? placeSlugAfterTitle(fields) : fields;
  const shown = Object.entries(ordered).filter(([name]) => !omit.includes(name) && (name !== 'id' || path === ''));
  return (
    <Box sx={formGrid}>
      {shown.map(([name, schema]) => {
        const field = describeField(name, schema, path === '' ? resource : undefined);
        return (
          <Box key={name} sx={isWideField(field) ? wideCell : null}>
            <SchemaInput source={`${path}${name}`} field={field} />
          </Box>
        );
      })}
    </Box>
  );
}

const formGrid = {
  display: 'grid',
  width: '100%',
  columnGap: 2,
  alignItems: 'start',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(var(--field-width, 14rem), 100%), 1fr))',
};
const wideCell = { gridColumn: '1 / -1', minWidth: 0 };

export interface SchemaInputProps {
  source: string;
  field: FieldDescription;
}

/** The input for one field, as its schema demands. */
export function SchemaInput({ source, field }: SchemaInputProps): ReactNode {
  switch (field.kind) {
    case 'group':
      return (
        <FieldGroup source={source} isNullable={field.isNullable}>
          <SchemaFields fields={field.fields} path={`${source}.`} />
        </FieldGroup>
      );
    case 'list':
      return (
        <EntriesInput source={source} fields={field.fields}>
          <ListItemFields list={source} fields={field.fields} />
        </EntriesInput>
      );
    case 'optionList':
      return (
        <EntriesInput source={source}>
          <OptionFields discriminator={field.discriminator} options={field.options} />
        </EntriesInput>
      );
    case 'alternativeList':
      return (
        <EntriesInput source={source}>
          <OneOfFieldsInput
            name={source}
            alternatives={field.alternatives}
            renderFields={(fields) => <SchemaFields fields={fields} />}
          />
        </EntriesInput>
      );
    case 'listsByKey':
      return (
        <ListsByKeyInput source={source} keys={field.keys}>
          <SchemaFields fields={field.fields} />
        </ListsByKeyInput>
      );
    default:
      return <LeafFieldInput source={source} field={field} />;
  }
}

/**
 * Fields that get an input only in new entries of a list, by the name of the list. The stock of a saved variant is
 * changed by stock movements only.
 */
const initialFields: Readonly<Record<string, readonly string[]>> = { variants: ['quantity'] };

/** The inputs for one entry of a list. The iterator around them adds the entry's index to their sources. */
function ListItemFields({ list, fields }: { list: string; fields: FieldSchemas }): ReactNode {
  const isSaved = typeof useWatch({ name: useWrappedSource('id') }) === 'number';
  return <SchemaFields fields={fields} omit={['id', ...(isSaved ? (initialFields[list] ?? []) : [])]} />;
}

interface OptionFieldsProps {
  discriminator: string;
  options: Readonly<Record<string, FieldSchemas>>;
}

/** The inputs for one entry of a list whose fields depend on the entry's kind. */
function OptionFields({ discriminator, options }: OptionFieldsProps): ReactNode {
  const label = useChoiceFormatter(discriminator);
  const kind = String(useWatch({ name: useWrappedSource(discriminator) }) ?? '');
  const choices = Object.keys(options).map((id) => ({ id, name: label(id) }));
  return (
    <>
      <SelectInput
        source={discriminator}
        choices={choices}
        translateChoice={false}
        helperText={false}
        validate={required()}
      />
      <SchemaFields fields={options[kind] ?? {}} />
    </>
  );
}
