import { useCallback, useEffect, useEffectEvent, useState } from 'react';

interface LoadHandlers<Data> {
  onData: (data: Data) => void;
  /** Called with the API's message; empty if there is none. */
  onFailure: (message: string) => void;
}

/**
 * Loads data from the API, and again when `load` changes. An earlier call is then aborted and its response ignored, so
 * that a late response never replaces a newer one.
 * @param load a function that stays the same between renders; `null` loads nothing
 * @returns a function that loads the data again
 */
export function useAbortableLoad<Data>(
  load: ((signal: AbortSignal) => Promise<Data>) | null,
  handlers: LoadHandlers<Data>,
): () => void {
  const [round, setRound] = useState(0);
  const onData = useEffectEvent(handlers.onData);
  const onFailure = useEffectEvent(handlers.onFailure);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` loads again
  useEffect(() => {
    if (!load) return;
    const controller = new AbortController();
    const { signal } = controller;
    load(signal).then(
      (data) => {
        if (!signal.aborted) onData(data);
      },
      (error: unknown) => {
        if (!signal.aborted) onFailure(error instanceof Error ? error.message : '');
      },
    );
    return () => controller.abort();
  }, [load, round]);
  return useCallback(() => setRound((count) => count + 1), []);
}
