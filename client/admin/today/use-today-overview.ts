import type { TodayOverview } from '#shared/admin/today-overview-and-mail-retry-contract.ts';
import { callAdminApi } from '../core/call-admin-api.ts';
import { useQueryKeepingData } from '../core/use-query-keeping-data.ts';

export interface TodayOverviewState {
  /** The data of the screen; null until it is loaded, and if the last load has failed. */
  today: TodayOverview | null;
  /** The API's message, or a text key if it has none, of a failed load; `t` returns messages unchanged. */
  failure: string;
  reload: () => void;
}

/** Reads the content of the panel's first screen. */
export function useTodayOverview(): TodayOverviewState {
  const { data, error, reload } = useQueryKeepingData((signal) => callAdminApi('GET /admin/today', { signal }), []);
  if (error) return { today: null, failure: error.message || 'admin.callFailed', reload };
  return { today: data ?? null, failure: '', reload };
}
