import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Typography,
} from '@mui/material';
import { type ReactNode, useState } from 'react';
import { type RaRecord, useDataProvider, useNotify, useRefresh } from 'react-admin';
import { useAdminTexts } from '../core/admin-context.tsx';
import type { ItemRecord } from '../core/resource-adapter.ts';
import { useDifferences } from './use-differences.ts';

interface StaleItemDialogProps {
  resource: string;
  mine: Partial<RaRecord>;
  current: ItemRecord;
  /** `stale`: another user has saved the item; `createdEarlier`: an earlier attempt of the same form has created it. */
  reason?: 'stale' | 'createdEarlier';
  /** Called after the choice of a version; by default the screen shows the stored item again. */
  onResolved?: () => void;
  onClose: () => void;
}

/** Shows where the user's version and the stored one differ, and lets the user choose one of them. */
export function StaleItemDialog({
  resource,
  mine,
  current,
  reason = 'stale',
  onResolved,
  onClose,
}: StaleItemDialogProps): ReactNode {
  const { t } = useAdminTexts();
  const dataProvider = useDataProvider();
  const notify = useNotify();
  const refresh = useRefresh();
  const [isSaving, setIsSaving] = useState(false);
  const finish = () => {
    if (onResolved) return onResolved();
    refresh();
    onClose();
  };
  const saveMine = async () => {
    setIsSaving(true);
    try {
      const data = { ...mine, $revision: current.$revision };
      await dataProvider.update(resource, { id: current.id, data, previousData: current });
      notify('ra.notification.updated', { messageArgs: { smart_count: 1 } });
      finish();
    } catch (error) {
      notify(error instanceof Error && error.message ? error.message : 'admin.callFailed', { type: 'error' });
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby="stale-item-title">
      <DialogTitle id="stale-item-title">{t(`admin.${reason}.title`)}</DialogTitle>
      {/* The tab index lets the keyboard scroll long versions, which contains no focusable element. */}
      <DialogContent tabIndex={0}>
        <DialogContentText>{t(`admin.${reason}.text`)}</DialogContentText>
        <Differences resource={resource} mine={mine} current={current} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('admin.stale.edit')}</Button>
        <Button onClick={finish}>{t('admin.stale.takeTheirs')}</Button>
        <Button variant="contained" onClick={saveMine} disabled={isSaving}>
          {t('admin.stale.saveMine')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The fields that differ, with the user's and the stored value of each: beside each other, on a phone one below. */
export function Differences({
  resource,
  mine,
  current,
}: {
  resource: string;
  mine: unknown;
  current: unknown;
}): ReactNode {
  const { t } = useAdminTexts();
  const differences = useDifferences(resource, mine, current);
  return differences.map(({ field, label, ...versions }) => (
    <Box component="section" key={field} sx={{ mt: 2, overflowWrap: 'anywhere' }}>
      <Typography variant="subtitle2" component="h3">
        {label}
      </Typography>
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gap: 1,
          my: 0.5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {(['mine', 'theirs'] as const).map((version) => (
          <Box key={version} sx={{ p: 1, border: '1px solid', borderColor: 'divider', borderRadius: 1 }}>
            <Typography variant="caption" color="text.secondary" component="dt">
              {t(`admin.stale.${version}`)}
            </Typography>
            <Typography variant="body2" component="dd" sx={{ m: 0, whiteSpace: 'pre-line' }}>
              {versions[version]}
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  ));
}
