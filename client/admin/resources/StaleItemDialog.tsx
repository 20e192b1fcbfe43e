import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
} from '@mui/material';
import { type ReactNode, useState } from 'react';
import { type RaRecord, useDataProvider, useNotify, useRefresh, useTranslate } from 'react-admin';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import type { ItemRecord } from '../core/resource-adapter.ts';
import { findDifferences } from './find-differences.ts';
import { formatValue } from './format-value.ts';

interface StaleItemDialogProps {
  resource: string;
  mine: Partial<RaRecord>;
  present: ItemRecord;
  onClose: () => void;
}

/** Shows where the user's version and the stored one differ, and lets the user choose one of them. */
export function StaleItemDialog({ resource, mine, present, onClose }: StaleItemDialogProps): ReactNode {
  const { t } = useAdminTexts();
  const { lang, languages } = useAdminConfig();
  const translate = useTranslate();
  const dataProvider = useDataProvider();
  const notify = useNotify();
  const refresh = useRefresh();
  const [isSaving, setIsSaving] = useState(false);
  const show = (value: unknown) => formatValue(value, lang, languages[0] ?? lang);
  const saveMine = async () => {
    setIsSaving(true);
    try {
      const data = { ...mine, $revision: present.$revision };
      await dataProvider.update(resource, { id: present.id, data, previousData: present });
      notify('ra.notification.updated', { messageArgs: { smart_count: 1 } });
      refresh();
      onClose();
    } catch (error) {
      notify(error instanceof Error && error.message ? error.message : 'admin.callFailed', { type: 'error' });
    } finally {
      setIsSaving(false);
    }
  };
  const takeTheirs = () => {
    refresh();
    onClose();
  };
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby="stale-item-title">
      <DialogTitle id="stale-item-title">{t('admin.stale.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{t('admin.stale.text')}</DialogContentText>
        <Table size="small" sx={{ mt: 2 }}>
          <TableHead>
            <TableRow>
              <TableCell>{t('admin.stale.field')}</TableCell>
              <TableCell>{t('admin.stale.mine')}</TableCell>
              <TableCell>{t('admin.stale.theirs')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {findDifferences(mine, present).map(({ field, mine: own, theirs }) => (
              <TableRow key={field}>
                <TableCell component="th" scope="row">
                  {translate(`resources.${resource}.fields.${field}`, { _: field })}
                </TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>{show(own)}</TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>{show(theirs)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('admin.stale.edit')}</Button>
        <Button onClick={takeTheirs}>{t('admin.stale.takeTheirs')}</Button>
        <Button variant="contained" onClick={saveMine} disabled={isSaving}>
          {t('admin.stale.saveMine')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
