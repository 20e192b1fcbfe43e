import { useCallback, useEffect, useState } from 'react';
import type { HttpError } from 'react-admin';
import type { Today } from '#shared/admin/today-contract.ts';
import { callAdminApi } from '../core/call-admin-api.ts';

export interface TodayState {
  /** The data of the screen; null until the API has responded. */
  today: Today | null;
  /** The message of a failed call; empty otherwise. */
  failure: string;
  reload: () => void;
}

/** Reads the content of the panel's first screen. */
export function useToday(): TodayState {
  const [state, setState] = useState<Pick<TodayState, 'today' | 'failure'>>({ today: null, failure: '' });
  const read = useCallback(async (signal?: AbortSignal) => {
    try {
      setState({ today: await callAdminApi<Today>('/admin/today', { signal }), failure: '' });
    } catch (error) {
      if (!signal?.aborted) setState({ today: null, failure: (error as HttpError).message || 'admin.callFailed' });
    }
  }, []);
  useEffect(() => {
    const controller = new AbortController();
    void read(controller.signal);
    return () => controller.abort();
  }, [read]);
  return { ...state, reload: () => void read() };
}
