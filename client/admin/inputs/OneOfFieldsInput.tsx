import { MenuItem, TextField } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useWrappedSource } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { useAdminTexts } from '../core/admin-context.tsx';
import type { FieldSchemas } from './describe-field.ts';
import { useChoiceFormatter } from './use-choice-formatter.ts';

interface OneOfFieldsInputProps {
  /** The name of the list, whose texts label the alternatives. */
  name: string;
  /** The fields of each alternative, by the field that only this alternative has. */
  alternatives: Readonly<Record<string, FieldSchemas>>;
  renderFields: (fields: FieldSchemas) => ReactNode;
}

/** The inputs for one entry of a list whose entries have one of several sets of fields, such as a file or a URL. */
export function OneOfFieldsInput({ name, alternatives, renderFields }: OneOfFieldsInputProps): ReactNode {
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
