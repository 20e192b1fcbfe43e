import { type ReactElement, type ReactNode, useState } from 'react';
import { Create, type HttpError, type RaRecord, useCreatePath, useNotify, useResourceContext } from 'react-admin';
import { Navigate } from 'react-router-dom';
import { createIdempotencyKey } from '#client/core/create-idempotency-key.ts';
import type { EditableItem } from '#shared/admin/admin-contract.ts';
import { getCallFailureDetails } from '../core/call-admin-api.ts';
import { type ItemRecord, toItemRecord } from '../core/resource-adapter.ts';
import { ScreenHelp } from './ScreenHelp.tsx';
import { StaleItemDialog } from './StaleItemDialog.tsx';

interface EarlierAttempt {
  /** The values that the user wanted to save. */
  mine: Partial<RaRecord>;
  /** The item that an earlier attempt has created. */
  current: ItemRecord;
}

/**
 * The frame of a form for a new item of a resource. The form has one Idempotency-Key, so that it creates one item even
 * if the response to a save is lost. If the values were changed after such a save, a dialog shows both versions.
 */
export function ItemCreateFrame({ children }: { children: ReactElement }): ReactNode {
  const resource = useResourceContext() ?? '';
  const createPath = useCreatePath();
  const notify = useNotify();
  const [idempotencyKey] = useState(createIdempotencyKey);
  const [earlier, setEarlier] = useState<EarlierAttempt | null>(null);
  const [isResolved, setIsResolved] = useState(false);
  const onError = (error: unknown, variables?: { data?: Partial<RaRecord> }) => {
    const { current } = getCallFailureDetails(error);
    if (current && variables?.data)
      return setEarlier({ mine: variables.data, current: toItemRecord(current as EditableItem) });
    notify((error as HttpError).message || 'admin.callFailed', { type: 'error' });
  };
  // The form is removed together with its warning about unsaved changes.
  if (earlier && isResolved) return <Navigate to={createPath({ resource, type: 'edit', id: earlier.current.id })} />;
  return (
    <>
      <ScreenHelp />
      <Create mutationMode="pessimistic" redirect="edit" mutationOptions={{ onError, meta: { idempotencyKey } }}>
        {children}
      </Create>
      {earlier && (
        <StaleItemDialog
          resource={resource}
          reason="createdEarlier"
          {...earlier}
          onResolved={() => setIsResolved(true)}
          onClose={() => setEarlier(null)}
        />
      )}
    </>
  );
}
