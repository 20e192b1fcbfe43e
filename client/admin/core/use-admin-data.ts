import { useCallback, useState } from 'react';
import { useNotify } from 'react-admin';
import { type AdminCallOptions, callAdminApi } from './call-admin-api.ts';
import { useAbortableLoad } from './use-abortable-load.ts';

interface AdminData<Data> {
  /** The latest data; null before the first response. */
  data: Data | null;
  reload: () => void;
}

/** Reads data that is not a resource from the API, again whenever the query changes. Shows errors as notifications. */
export function useAdminData<Data>(path: string, query: NonNullable<AdminCallOptions['query']>): AdminData<Data> {
  const notify = useNotify();
  const [data, setData] = useState<Data | null>(null);
  const queryKey = JSON.stringify(query);
  const load = useCallback(
    (signal: AbortSignal) => callAdminApi<Data>(path, { query: JSON.parse(queryKey), signal }),
    [path, queryKey],
  );
  const reload = useAbortableLoad(load, {
    onData: setData,
    onFailure: (message) => notify(message || 'admin.callFailed', { type: 'error' }),
  });
  return { data, reload };
}
