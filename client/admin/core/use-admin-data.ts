import { useEffect, useEffectEvent } from 'react';
import { useNotify } from 'react-admin';
import { type AdminCallInput, type AdminCallName, type AdminResponseData, callAdminApi } from './call-admin-api.ts';
import { useQueryKeepingData } from './use-query-keeping-data.ts';

interface AdminData<Data> {
  /** The latest data; null before the first response. */
  data: Data | null;
  /** True if `data` is the response to the current input, and not to an earlier one. */
  isCurrent: boolean;
  reload: () => void;
}

/**
 * Reads data that is not a resource from the API, and reads it again whenever the input changes. Errors are shown as
 * notifications.
 */
export function useAdminData<N extends Extract<AdminCallName, `GET ${string}`>>(
  name: N,
  input: AdminCallInput<N>,
): AdminData<AdminResponseData<N>> {
  const notify = useNotify();
  const request = `${name} ${JSON.stringify(input)}`;
  const { data, error, reload } = useQueryKeepingData(
    async (signal) => ({ request, response: await callAdminApi(name, { ...input, signal }) }),
    [request],
  );
  const notifyFailure = useEffectEvent((message: string) => notify(message || 'admin.callFailed', { type: 'error' }));
  useEffect(() => {
    if (error) notifyFailure(error.message);
  }, [error]);
  return { data: data?.response ?? null, isCurrent: data?.request === request, reload };
}
