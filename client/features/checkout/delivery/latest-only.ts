interface LatestOnlyOptions<Result> {
  run: (request: string) => Promise<Result>;
  onBusyChange: (isBusy: boolean) => void;
  /** Not called for a request that has been replaced meanwhile. */
  onResult: (result: Result) => void;
  /** Not called for a request that has been replaced meanwhile. */
  onError: (error: unknown) => void;
  /** Called if the latest request is the empty one, which is not run. */
  onIdle: () => void;
}

/**
 * Runs one request at a time. If several requests arrive during a run, only the latest is run afterwards. The empty
 * request is not run.
 */
export function latestOnly<Result>({ run, onBusyChange, onResult, onError, onIdle }: LatestOnlyOptions<Result>) {
  let latest = '';
  let handled = '';
  let isRunning = false;
  const runLatest = async (): Promise<void> => {
    if (isRunning || latest === handled) return;
    const request = latest;
    handled = request;
    if (request === '') return onIdle();
    isRunning = true;
    onBusyChange(true);
    try {
      const result = await run(request);
      if (latest === request) onResult(result);
    } catch (error) {
      if (latest === request) onError(error);
    } finally {
      isRunning = false;
      onBusyChange(false);
    }
    return runLatest();
  };
  return {
    request(request: string): void {
      latest = request;
      void runLatest();
    },
    /** Runs the latest request again, unless one is running. */
    rerun(): void {
      if (isRunning) return;
      handled = '';
      void runLatest();
    },
  };
}
