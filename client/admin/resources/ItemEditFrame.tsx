import { Alert, Button } from '@mui/material';
import { type ReactElement, type ReactNode, useState } from 'react';
import {
  Edit,
  type HttpError,
  type RaRecord,
  useNotify,
  useRecordContext,
  useRefresh,
  useResourceContext,
} from 'react-admin';
import type { EditableItem } from '#shared/admin/admin-contract.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { callAdminApi, getCallFailureDetails } from '../core/call-admin-api.ts';
import { type ItemRecord, singletonItemId, toItemRecord } from '../core/resource-adapter.ts';
import { findDifferences } from './find-differences.ts';
import { findResourceSpecOrThrow } from './find-resource-spec-or-throw.ts';
import { ItemLabel } from './ItemLabel.tsx';
import { ScreenHelp } from './ScreenHelp.tsx';
import { StaleItemDialog } from './StaleItemDialog.tsx';

interface StaleSave {
  /** The values that the user wanted to save. */
  mine: Partial<RaRecord>;
  /** The item as another user has saved it in the meantime. */
  current: ItemRecord;
}

interface ItemEditFrameProps {
  /** The title of the screen, by default the name of the item. */
  title?: ReactElement;
  children: ReactElement;
}

/**
 * The frame of a form for an existing item of a resource. If another user has saved the item in the meantime, a dialog
 * shows both versions.
 */
export function ItemEditFrame({ title = <ItemLabel />, children }: ItemEditFrameProps): ReactNode {
  const resource = useResourceContext() ?? '';
  const isSingle = findResourceSpecOrThrow(resource).key === null;
  const notify = useNotify();
  const refresh = useRefresh();
  const [stale, setStale] = useState<StaleSave | null>(null);
  const onError = (error: unknown, variables?: { data?: Partial<RaRecord> }) => {
    const { current } = getCallFailureDetails(error);
    if (current && variables?.data) {
      const stored = toItemRecord(current as EditableItem);
      if (findDifferences(variables.data, stored).length > 0)
        return setStale({ mine: variables.data, current: stored });
      // An earlier attempt was saved, but its response was lost.
      notify('ra.notification.updated', { type: 'success', messageArgs: { smart_count: 1 } });
      return refresh();
    }
    notify((error as HttpError).message || 'admin.callFailed', { type: 'error' });
  };
  return (
    <>
      <ScreenHelp />
      <Edit
        mutationMode="pessimistic"
        redirect={false}
        title={title}
        mutationOptions={{ onError }}
        {...(isSingle && { id: singletonItemId })}
      >
        <KeptByImportNotice />
        {children}
      </Edit>
      {stale && <StaleItemDialog resource={resource} {...stale} onClose={() => setStale(null)} />}
    </>
  );
}

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
