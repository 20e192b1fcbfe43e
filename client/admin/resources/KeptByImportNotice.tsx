import { Alert, Button } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useNotify, useRecordContext, useRefresh, useResourceContext } from 'react-admin';
import { useAdminTexts } from '../core/admin-context.tsx';
import { callAdminApi } from '../core/call-admin-api.ts';
import { type ItemRecord, singletonItemId } from '../core/resource-adapter.ts';

/**
 * Explains that imports do not overwrite the current record, because staff edited it in the panel. A button lets the
 * next import replace the record.
 */
export function KeptByImportNotice(): ReactNode {
  const { t } = useAdminTexts();
  const record = useRecordContext<ItemRecord>();
  const resource = useResourceContext();
  const notify = useNotify();
  const refresh = useRefresh();
  const [isBusy, setIsBusy] = useState(false);
  if (!record?.$keptByImport || resource === undefined) return null;
  const revertToImport = async () => {
    if (!window.confirm(t('admin.kept.confirm'))) return;
    setIsBusy(true);
    try {
      const key = record.id === singletonItemId ? '' : record.id;
      const body = { resource, key, revision: record.$revision };
      await callAdminApi('POST /admin/revert-to-import', { body });
      notify('admin.kept.done', { type: 'success' });
      refresh();
    } catch (error) {
      notify(error instanceof Error && error.message ? error.message : 'admin.callFailed', { type: 'error' });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Alert
      severity="info"
      variant="outlined"
      sx={{ m: 2, mb: 0, flexWrap: 'wrap' }}
      action={
        <Button size="small" color="inherit" disabled={isBusy} onClick={revertToImport}>
          {t('admin.kept.revertToImport')}
        </Button>
      }
    >
      {t('admin.kept.notice')}
    </Alert>
  );
}
