import { useState } from 'react';
import type { HttpError } from 'react-admin';
import { abortableDelay } from '#client/core/abortable-delay.ts';
import { type UseQueryResult, useQuery } from '#client/core/use-query.ts';

interface QueryKeepingDataOptions {
  /** Time in milliseconds without a change of the deps after which a load begins; 0 to load at once. */
  debounceMs?: number;
}

/** The data of the last load that succeeded, and the error of the last finished load. */
interface Outcome<Data> {
  data: Data | undefined;
  error: HttpError | undefined;
}

/**
 * Loads data from the API as `useQuery` does. The outcome of the last load stays while another one is under way, and
 * also while there is nothing to load, so that a preview neither flickers nor vanishes while the user is typing.
 * @param load loads the data; `null` loads nothing
 * @param deps dependencies of `load`, whose number must not change
 */
export function useQueryKeepingData<Data>(
  load: ((signal: AbortSignal) => Promise<Data>) | null,
  deps: readonly unknown[],
  { debounceMs = 0 }: QueryKeepingDataOptions = {},
): UseQueryResult<Data, HttpError> {
  const query = useQuery<Data, HttpError>(load && debounce(load, debounceMs), [...deps, debounceMs]);
  const { data, error, isLoading, reload } = query;
  const [outcome, setOutcome] = useState<Outcome<Data>>({ data: undefined, error: undefined });
  const isFinished = !isLoading && (error !== undefined || data !== undefined);
  if (isFinished && (error !== outcome.error || (data !== undefined && data !== outcome.data)))
    setOutcome({ data: data ?? outcome.data, error });
  return { ...outcome, isLoading, reload };
}

/** Delays the start of a load. A load that is aborted before then never starts. */
const debounce =
  <Data>(load: (signal: AbortSignal) => Promise<Data>, debounceMs: number) =>
  async (signal: AbortSignal): Promise<Data> => {
    if (debounceMs > 0) await abortableDelay(debounceMs, signal);
    return load(signal);
  };
