import { useCallback, useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { type AdminCallOptions, callAdminApi } from './call-admin-api.ts';

interface AdminData<Data> {
  /** The latest data; null before the first answer. */
  data: Data | null;
  reload: () => void;
}

/** Reads data that is not a resource from the API, again whenever the query changes. Shows errors as notifications. */
export function useAdminData<Data>(path: string, query: NonNullable<AdminCallOptions['query']>): AdminData<Data> {
  const notify = useNotify();
  const [data, setData] = useState<Data | null>(null);
  const call = useRef<AbortController>(null);
  const queryKey = JSON.stringify(query);
  const reload = useCallback(() => {
    call.current?.abort();
    const controller = new AbortController();
    call.current = controller;
    callAdminApi<Data>(path, { query: JSON.parse(queryKey), signal: controller.signal })
      .then(setData)
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        notify(error instanceof Error && error.message ? error.message : 'admin.callFailed', { type: 'error' });
      });
  }, [path, queryKey, notify]);
  useEffect(() => {
    reload();
    return () => call.current?.abort();
  }, [reload]);
  return { data, reload };
}
