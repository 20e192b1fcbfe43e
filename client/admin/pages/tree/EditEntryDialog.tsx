import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  MenuItem,
  Switch,
  TextField,
} from '@mui/material';
import type { ReactNode } from 'react';
import { useGetList } from 'react-admin';
import { pageKinds } from '#shared/site/page-kinds.ts';
import type { PageEntryInput } from '#shared/site/page-tree-input.ts';
import { useAdminConfig, useAdminTexts } from '../../core/admin-context.tsx';
import { useChoiceFormatter } from '../../inputs/use-choice-formatter.ts';
import { describeItem } from '../../resources/describe-item.ts';

interface EditEntryDialogProps {
  entry: PageEntryInput;
  onChange: (entry: PageEntryInput) => void;
  onClose: () => void;
}

const textFields = ['menuTitle', 'title', 'url', 'metaDescription'] as const;

/** The fields of one entry of the page tree. */
export function EditEntryDialog({ entry, onChange, onClose }: EditEntryDialogProps): ReactNode {
  const { t } = useAdminTexts();
  const kindLabel = useChoiceFormatter('type');
  const labelOf = (name: string) => t(`admin-pages.entry.${name}`);
  const choosePage = (id: string) => {
    const { page: _page, cms: _cms, ...others } = entry;
    const cms = { isCmsPage: id !== '', route: entry.cms?.route ?? '' };
    onChange({ ...others, cms, ...(id !== '' && { page: Number(id) }) });
  };
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="entry-title">
      <DialogTitle id="entry-title">{entry.menuTitle}</DialogTitle>
      <DialogContent>
        {textFields.map((name) => (
          <TextField
            key={name}
            label={labelOf(name)}
            value={entry[name]}
            multiline={name === 'metaDescription'}
            onChange={({ target }) => onChange({ ...entry, [name]: target.value })}
          />
        ))}
        <TextField
          select
          label={labelOf('type')}
          value={entry.type}
          onChange={({ target }) => onChange({ ...entry, type: target.value as PageEntryInput['type'] })}
        >
          {pageKinds.map((kind) => (
            <MenuItem key={kind} value={kind}>
              {kindLabel(kind)}
            </MenuItem>
          ))}
        </TextField>
        <PageSelect label={labelOf('page')} value={entry.page} onChange={choosePage} />
        <FormControlLabel
          control={
            <Switch
              checked={entry.showInMenu}
              onChange={({ target }) => onChange({ ...entry, showInMenu: target.checked })}
            />
          }
          label={labelOf('showInMenu')}
        />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('admin-pages.tree.done')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface PageSelectProps {
  label: string;
  value: number | undefined;
  onChange: (id: string) => void;
}

/** Chooses the page that the entry shows, by its title. */
function PageSelect({ label, value, onChange }: PageSelectProps): ReactNode {
  const { lang, languages } = useAdminConfig();
  const { data: pages = [] } = useGetList('page', { pagination: { page: 1, perPage: 100 } });
  return (
    <TextField select label={label} value={value ?? ''} onChange={({ target }) => onChange(target.value)}>
      <MenuItem value="">–</MenuItem>
      {pages.map((page) => (
        <MenuItem key={page.id} value={page.id}>
          {describeItem(page, lang, languages[0] ?? lang)}
        </MenuItem>
      ))}
    </TextField>
  );
}
