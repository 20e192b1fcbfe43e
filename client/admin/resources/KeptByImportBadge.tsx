import EditNote from '@mui/icons-material/EditNote';
import { Tooltip } from '@mui/material';
import type { ReactNode } from 'react';
import { useRecordContext } from 'react-admin';
import { useAdminTexts } from '../core/admin-context.tsx';
import type { ItemRecord } from '../core/resource-adapter.ts';

/** Marks an item of a list that imports do not overwrite, because it was edited in the panel. */
export function KeptByImportBadge(): ReactNode {
  const { t } = useAdminTexts();
  const record = useRecordContext<ItemRecord>();
  if (!record?.$keptByImport) return null;
  return (
    <Tooltip title={t('admin.kept.notice')}>
      <EditNote
        role="img"
        aria-hidden={false}
        aria-label={t('admin.kept.notice')}
        fontSize="small"
        color="action"
        sx={{ ml: 1, verticalAlign: 'middle' }}
      />
    </Tooltip>
  );
}
