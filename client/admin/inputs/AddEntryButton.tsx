import Add from '@mui/icons-material/Add';
import { Button } from '@mui/material';
import type { ReactNode } from 'react';
import { useSimpleFormIterator } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { useAdminTexts } from '../core/admin-context.tsx';
import { useFieldText } from './use-field-text.ts';

/** The fields that a new entry copies from the last one, by the name of the list. */
const repeatedFields: Readonly<Record<string, readonly string[]>> = {
  variants: ['price', 'capacity', 'capacityUnit', 'isStockManaged'],
};

/** Adds an entry to a list. A new variant starts with the price and the format of the last one. */
export function AddEntryButton(): ReactNode {
  const { t } = useAdminTexts();
  const { add, source } = useSimpleFormIterator();
  const { getValues } = useFormContext();
  const text = useFieldText('additions', '');
  const addEntry = () => {
    const names = repeatedFields[source];
    const list: unknown = names && getValues(source);
    const last = Array.isArray(list) ? (list.at(-1) as Readonly<Record<string, unknown>> | undefined) : undefined;
    if (names && last) add(Object.fromEntries(names.map((name) => [name, last[name]])));
    else add();
  };
  return (
    <Button size="small" startIcon={<Add />} onClick={addEntry} className={`button-add-${source}`}>
      {text ?? t('admin.addEntry')}
    </Button>
  );
}
