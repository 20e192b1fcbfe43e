import { Autocomplete, TextField } from '@mui/material';
import type { ReactNode } from 'react';
import { useGetList } from 'react-admin';
import { useAdminTexts } from '../core/admin-context.tsx';

interface LinkAddressFieldProps {
  label: string;
  value: string;
  onChange: (address: string) => void;
  isRequired?: boolean;
  isFocusedFirst?: boolean;
}

/** Maximum number of PDFs that are offered. */
const maxOfferedFiles = 100;

/** The address of a link, which is typed or is that of one of the site's PDFs. */
export function LinkAddressField({
  label,
  value,
  onChange,
  isRequired = false,
  isFocusedFirst = false,
}: LinkAddressFieldProps): ReactNode {
  const { t } = useAdminTexts();
  const { data: files = [] } = useGetList('file', {
    filter: { type: 'application/pdf' },
    pagination: { page: 1, perPage: maxOfferedFiles },
    sort: { field: 'name', order: 'ASC' },
  });
  const names = new Map(
    files.map(({ $info }) => {
      const { url, name } = $info as { url: string; name: string };
      return [url, name];
    }),
  );
  const hasChosenFile = names.has(value);
  return (
    <Autocomplete
      freeSolo
      fullWidth
      options={[...names.keys()]}
      inputValue={value}
      onInputChange={(_event, address, reason) => {
        // The component resets the text when it mounts and when it loses the focus.
        if (reason !== 'reset' && reason !== 'blur') onChange(address);
      }}
      groupBy={() => t('admin.link.files')}
      renderOption={({ key: _, ...props }, url) => (
        <li key={url} {...props}>
          {names.get(url)}
        </li>
      )}
      filterOptions={(urls) =>
        hasChosenFile ? urls : urls.filter((url) => names.get(url)?.toLowerCase().includes(value.toLowerCase()))
      }
      renderInput={(props) => (
        <TextField
          {...props}
          label={label}
          required={isRequired}
          autoFocus={isFocusedFirst}
          helperText={t('admin.link.hint')}
        />
      )}
    />
  );
}
