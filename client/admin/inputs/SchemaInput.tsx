import { Box, Button, MenuItem, TextField, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import {
  ArrayInput,
  required,
  SelectInput,
  SimpleFormIterator,
  useResourceContext,
  useTranslateLabel,
  useWrappedSource,
} from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { useAdminTexts } from '../core/admin-context.tsx';
import {
  describeField,
  type FieldDescription,
  type FieldSchemas,
  isWideField,
  useFieldText,
} from './describe-field.ts';
import { AddEntryButton, EntriesInput } from './EntriesInput.tsx';
import { LeafFieldInput } from './LeafFieldInput.tsx';
import { placeSlugAfterTitle } from './SlugInput.tsx';
import { useChoiceFormatter } from './use-choice-formatter.ts';

interface SchemaFieldsProps {
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

interface SchemaInputProps {
  source: string;
  field: FieldDescription;
}

interface FieldGroupProps {
  source: string;
  /** True if the item may lack the whole group. */
  isNullable: boolean;
  children: ReactNode;
}

/** Inputs for the fields of an object inside an item. A group that may be missing can be added and removed. */
function FieldGroup({ source, isNullable, children }: FieldGroupProps): ReactNode {
  const { t } = useAdminTexts();
  const label = useTranslateLabel()({ source });
  const path = useWrappedSource(source);
  const addText = useFieldText('additions', source);
  const value: unknown = useWatch({ name: path });
  const { setValue } = useFormContext();
  const isMissing = isNullable && (value === null || value === undefined);
  const set = (next: object | null) => setValue(path, next, { shouldDirty: true });
  return (
    <Box
      component="fieldset"
      sx={{ border: '1px solid', borderColor: 'divider', borderRadius: 1, width: '100%', my: 1, p: 2 }}
    >
      <Typography component="legend" variant="subtitle2" sx={{ px: 1 }}>
        {label}
      </Typography>
      {isMissing ? (
        <Button onClick={() => set({})}>{addText ?? t('admin.fieldGroup.add')}</Button>
      ) : (
        <>
          {children}
          {isNullable && <Button onClick={() => set(null)}>{t('admin.fieldGroup.remove')}</Button>}
        </>
      )}
    </Box>
  );
}

interface ListsByKeyInputProps {
  source: string;
  /** The fixed keys, such as the weekdays. */
  keys: readonly string[];
  children: ReactNode;
}

/** A list of entries for each of some fixed keys, such as the opening hours of each weekday. */
function ListsByKeyInput({ source, keys, children }: ListsByKeyInputProps): ReactNode {
  const label = useTranslateLabel()({ source });
  const keyLabel = useChoiceFormatter(source);
  return (
    <Box component="fieldset" sx={fieldsetStyle}>
      <Typography component="legend" variant="subtitle2" sx={{ px: 1 }}>
        {label}
      </Typography>
      {keys.map((key) => (
        <ArrayInput key={key} source={`${source}.${key}`} label={keyLabel(key)} helperText={false}>
          <SimpleFormIterator fullWidth disableReordering disableClear addButton={<AddEntryButton />}>
            {children}
          </SimpleFormIterator>
        </ArrayInput>
      ))}
    </Box>
  );
}

const fieldsetStyle = {
  // Two short inputs, such as times, fit beside each other on a phone.
  '--field-width': '8.5rem',
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: 1,
  width: '100%',
  minWidth: 0,
  my: 1,
  p: 2,
};

interface OneOfFieldsInputProps {
  /** The name of the list, whose texts label the alternatives. */
  name: string;
  /** The fields of each alternative, by the field that only this alternative has. */
  alternatives: Readonly<Record<string, FieldSchemas>>;
  renderFields: (fields: FieldSchemas) => ReactNode;
}

/** The inputs for one entry of a list whose entries have one of several sets of fields, such as a file or a URL. */
function OneOfFieldsInput({ name, alternatives, renderFields }: OneOfFieldsInputProps): ReactNode {
  const { t } = useAdminTexts();
  const label = useChoiceFormatter(name);
  const path = useWrappedSource('');
  const value: unknown = useWatch({ name: path });
  const { setValue } = useFormContext();
  const keys = Object.keys(alternatives);
  const [chosen, setChosen] = useState(() => keys.find((key) => hasValue(value, key)) ?? keys[0] ?? '');
  const choose = (key: string) => {
    const entry = typeof value === 'object' && value !== null ? { ...value } : {};
    for (const other of keys) if (other !== key) Reflect.deleteProperty(entry, other);
    setValue(path, entry, { shouldDirty: true });
    setChosen(key);
  };
  return (
    <>
      <TextField
        select
        size="small"
        label={t('admin.alternative')}
        value={chosen}
        onChange={(event) => choose(event.target.value)}
      >
        {keys.map((key) => (
          <MenuItem key={key} value={key}>
            {label(key)}
          </MenuItem>
        ))}
      </TextField>
      {renderFields(alternatives[chosen] ?? {})}
    </>
  );
}

const hasValue = (entry: unknown, key: string): boolean =>
  typeof entry === 'object' && entry !== null && (entry as Record<string, unknown>)[key] !== undefined;

function SchemaInput({ source, field }: SchemaInputProps): ReactNode {
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
