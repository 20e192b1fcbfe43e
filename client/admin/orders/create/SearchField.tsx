import { Autocomplete, type AutocompleteProps, TextField } from '@mui/material';
import type { ReactNode } from 'react';
import { useAdminTexts } from '../../core/admin-context.tsx';

type PassedProps<Row> = Pick<
  AutocompleteProps<Row, false, false, false>,
  'value' | 'inputValue' | 'onInputChange' | 'getOptionKey' | 'getOptionDisabled' | 'isOptionEqualToValue'
>;

interface SearchFieldProps<Row> extends PassedProps<Row> {
  label: string;
  help: string;
  error?: string | undefined;
  /** The rows that the API has found for the typed text; undefined until they are known. */
  rows: readonly Row[] | undefined;
  noRowsText: string;
  getLabel: (row: Row) => string;
  renderRow: (row: Row) => ReactNode;
  onChoose: (row: Row | null) => void;
}

export function SearchField<Row>(props: SearchFieldProps<Row>): ReactNode {
  const { label, help, error, rows, noRowsText, getLabel, renderRow, onChoose, ...passed } = props;
  const { t } = useAdminTexts();
  return (
    <Autocomplete
      {...passed}
      options={rows ?? []}
      // All rows are shown, because the API searches in more fields than the label shows, and without regard to
      // accents.
      filterOptions={(options) => options}
      onChange={(_event, row) => onChoose(row)}
      getOptionLabel={getLabel}
      noOptionsText={rows ? noRowsText : t('admin-orders.create.searching')}
      autoHighlight
      renderOption={({ key, ...item }, row) => (
        <li key={key} {...item}>
          <div>{renderRow(row)}</div>
        </li>
      )}
      renderInput={(params) => (
        <TextField {...params} label={label} error={error !== undefined} helperText={error ?? help} />
      )}
    />
  );
}
