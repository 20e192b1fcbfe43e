import { useCallback, useEffect, useState } from 'react';
import type { ApiCallError } from './call-api.ts';

/** A failed API call. Other errors are defects. */
interface CallError extends Error {
  status: number;
}

interface QueryState<Data, Failure> {
  /**
   * The data of the last successful load. The data stays available while newer data is loading, and is `undefined`
   * before the first success.
   */
  data: Data | undefined;
  /** The error of the last load; `undefined` if that load succeeded or is under way. */
  error: Failure | undefined;
  isLoading: boolean;
}

export interface UseQueryResult<Data, Failure = ApiCallError> extends QueryState<Data, Failure> {
  reload: () => void;
}

const idle = { data: undefined, error: undefined, isLoading: false };

/**
 * Loads data in the browser, and again when `deps` change. A load that has been superseded is aborted and its result
 * ignored. While `isLoading`, and during the first render with changed `deps`, the data may still belong to earlier
 * `deps`. A defect in `load` stays unhandled, so that it is reported.
 * @param load loads the data; `null` loads nothing and discards the data
 * @param deps dependencies of `load`, whose number must not change
 */
export function useQuery<Data, Failure extends CallError = ApiCallError>(
  load: ((signal: AbortSignal) => Promise<Data>) | null,
  deps: readonly unknown[],
): UseQueryResult<Data, Failure> {
  const [state, setState] = useState<QueryState<Data, Failure>>({ ...idle, isLoading: load !== null });
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((count) => count + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller's deps stand for `load`, and `round` reloads
  useEffect(() => {
    if (!load) return setState((before) => (before.isLoading || before.data || before.error ? idle : before));
    const controller = new AbortController();
    const { signal } = controller;
    setState((before) =>
      before.isLoading && !before.error ? before : { data: before.data, error: undefined, isLoading: true },
    );
    load(signal).then(
      (data) => {
        if (!signal.aborted) setState({ data, error: undefined, isLoading: false });
      },
      (error: Failure) => {
        if (signal.aborted) return;
        if (error.status === undefined) throw error;
        setState(({ data }) => ({ data, error, isLoading: false }));
      },
    );
    return () => controller.abort();
  }, [...deps, round]);
  return { ...state, reload };
}
