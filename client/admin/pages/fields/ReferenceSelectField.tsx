import PhotoLibrary from '@mui/icons-material/PhotoLibrary';
import { Autocomplete, Avatar, Box, IconButton, TextField, Tooltip } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { type RaRecord, useGetList, useGetMany } from 'react-admin';
import { useAdminConfig, useAdminTexts } from '../../core/admin-context.tsx';
import { PicturePickerDialog } from '../../media/PicturePickerDialog.tsx';
import { describeItem } from '../../resources/describe-item.ts';

interface ReferenceSelectFieldProps {
  label: string;
  resource: 'image' | 'product' | 'form' | 'page';
  isRequired: boolean;
  isMultiple?: boolean;
  value: readonly number[];
  onChange: (ids: number[]) => void;
}

/** Maximum number of items that are offered for a search. */
const maxOptions = 30;

function useReferenceOptions({ resource, value }: Pick<ReferenceSelectFieldProps, 'resource' | 'value'>) {
  const { lang, languages } = useAdminConfig();
  const [search, setSearch] = useState('');
  const { data: chosen = [] } = useGetMany(resource, { ids: [...value] }, { enabled: value.length > 0 });
  const { data: found = [], isPending } = useGetList(resource, {
    pagination: { page: 1, perPage: maxOptions },
    filter: search === '' ? {} : { search },
  });
  const known = new Map<unknown, RaRecord>([...found, ...chosen].map((item) => [item.id, item]));
  const labelOf = (id: number) => {
    const item = known.get(id);
    return item ? describeItem(item, lang, languages[0] ?? lang) : String(id);
  };
  const options = [...new Set([...value, ...found.map(({ id }) => Number(id))])];
  return {
    options,
    loading: isPending,
    getOptionLabel: labelOf,
    filterOptions: (ids: number[]) => ids,
    onInputChange: (_event: unknown, text: string, reason: string) => {
      if (reason === 'input' || reason === 'clear') setSearch(reason === 'clear' ? '' : text);
    },
    renderOption: ({ key: _, ...props }: { key: unknown } & object, id: number) => (
      <Box component="li" key={id} {...props} sx={{ gap: 1.5 }}>
        {resource === 'image' && <Thumbnail id={id} />}
        <span>{labelOf(id)}</span>
      </Box>
    ),
  };
}

export function ReferenceSelectField({
  label,
  resource,
  isRequired,
  isMultiple = false,
  value,
  onChange,
}: ReferenceSelectFieldProps): ReactNode {
  const shared = useReferenceOptions({ resource, value });
  return isMultiple ? (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Autocomplete
        {...shared}
        fullWidth
        multiple
        value={[...value]}
        onChange={(_event, ids) => onChange(ids)}
        renderInput={(props) => <TextField {...props} label={label} />}
      />
      {resource === 'image' && <PicturePickerButton label={label} onChoose={(id) => onChange([...value, id])} />}
    </Box>
  ) : (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      {resource === 'image' && value[0] !== undefined && <Thumbnail id={value[0]} />}
      <Autocomplete
        {...shared}
        fullWidth
        value={value[0] ?? null}
        onChange={(_event, id) => onChange(id === null ? [] : [id])}
        renderInput={(props) => <TextField {...props} label={label} required={isRequired} />}
      />
      {resource === 'image' && <PicturePickerButton label={label} onChoose={(id) => onChange([id])} />}
    </Box>
  );
}

const Thumbnail = ({ id }: { id: number }): ReactNode => (
  <Avatar variant="rounded" src={`/image/${id}?w=320&format=webp`} alt="" sx={{ width: 48, height: 36 }} />
);

interface PicturePickerButtonProps {
  label: string;
  onChoose: (id: number) => void;
}

function PicturePickerButton({ label, onChoose }: PicturePickerButtonProps): ReactNode {
  const { t } = useAdminTexts();
  const [isOpen, setIsOpen] = useState(false);
  const name = t('admin-content.pictures.chooseFor', { label });
  return (
    <>
      <Tooltip title={name}>
        <IconButton color="primary" aria-label={name} onClick={() => setIsOpen(true)}>
          <PhotoLibrary />
        </IconButton>
      </Tooltip>
      {isOpen && <PicturePickerDialog max={1} onAdd={onChoose} onClose={() => setIsOpen(false)} />}
    </>
  );
}
