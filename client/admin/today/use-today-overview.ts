import { useState } from 'react';
import type { Today } from '#shared/admin/today-contract.ts';
import { callAdminApi } from '../core/call-admin-api.ts';
import { useAbortableLoad } from '../core/use-abortable-load.ts';

export interface TodayOverviewState {
  /** The data of the screen; null until the API has responded. */
  today: Today | null;
  /** The message of a failed call; empty otherwise. */
  failure: string;
  reload: () => void;
}

const readToday = (signal: AbortSignal) => callAdminApi<Today>('/admin/today', { signal });

/** Reads the content of the panel's first screen. */
export function useTodayOverview(): TodayOverviewState {
  const [state, setState] = useState<Pick<TodayOverviewState, 'today' | 'failure'>>({ today: null, failure: '' });
  const reload = useAbortableLoad(readToday, {
    onData: (today) => setState({ today, failure: '' }),
    onFailure: (message) => setState({ today: null, failure: message || 'admin.callFailed' }),
  });
  return { ...state, reload };
}
