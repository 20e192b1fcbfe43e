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
import { internalLinkPattern } from '#shared/site/link-target.ts';
import { pageEntryKinds } from '#shared/site/page-entry-kinds.ts';
import type { PageEntryInput } from '#shared/site/page-tree-input.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { LinkAddressField } from '../../inputs/LinkAddressField.tsx';
import { useChoiceFormatter } from '../../inputs/use-choice-formatter.ts';
import { ReferenceSelectField } from '../fields/ReferenceSelectField.tsx';

interface EditEntryDialogProps {
  entry: PageEntryInput;
  onChange: (entry: PageEntryInput) => void;
  onClose: () => void;
}

const toLink = (url: string): PageEntryInput['link'] => ({
  type: internalLinkPattern.test(url) ? 'INTERNAL' : 'EXTERNAL',
  url,
  jsCode: '',
});

const textFields = ['menuTitle', 'title', 'url', 'metaDescription'] as const;

export function EditEntryDialog({ entry, onChange, onClose }: EditEntryDialogProps): ReactNode {
  const { t } = useAdminTexts();
  const kindLabel = useChoiceFormatter('type');
  const labelOf = (name: string) => t(`admin-pages.entry.${name}`);
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
          {pageEntryKinds.map((kind) => (
            <MenuItem key={kind} value={kind}>
              {kindLabel(kind)}
            </MenuItem>
          ))}
        </TextField>
        <EntryTarget entry={entry} onChange={onChange} />
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

/** The target of an entry: the page that it shows, and the address of a link. A script is kept as it is. */
function EntryTarget({ entry, onChange }: Pick<EditEntryDialogProps, 'entry' | 'onChange'>): ReactNode {
  const { t } = useAdminTexts();
  const choosePage = ([page]: number[]) => {
    const { page: _page, cms: _cms, ...others } = entry;
    const cms = { isCmsPage: page !== undefined, route: entry.cms?.route ?? '' };
    onChange({ ...others, cms, ...(page !== undefined && { page }) });
  };
  return (
    <>
      {entry.type === 'LINK' && entry.link?.type !== 'SCRIPT' && (
        <LinkAddressField
          label={t('admin-pages.entry.link')}
          value={entry.link?.url ?? ''}
          isRequired
          onChange={(url) => onChange({ ...entry, link: toLink(url) })}
        />
      )}
      <ReferenceSelectField
        label={t('admin-pages.entry.page')}
        resource="page"
        isRequired={false}
        value={entry.page === undefined ? [] : [entry.page]}
        onChange={choosePage}
      />
    </>
  );
}
