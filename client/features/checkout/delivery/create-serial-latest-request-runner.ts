interface LatestRequestRunnerOptions<Result> {
  run: (request: string) => Promise<Result>;
  onBusyChange: (isBusy: boolean) => void;
  /** Called with the result of a request, unless a newer request has replaced it. */
  onResult: (result: Result) => void;
  /** Called with the error of a request, unless a newer request has replaced it. */
  onError: (error: unknown) => void;
  /** Called if the latest request is the empty string, which is not run. */
  onIdle: () => void;
}

/**
 * Runs one request at a time. If several requests arrive during a run, only the latest is run afterwards. The empty
 * string stands for no request.
 */
export function createSerialLatestRequestRunner<Result>({
  run,
  onBusyChange,
  onResult,
  onError,
  onIdle,
}: LatestRequestRunnerOptions<Result>) {
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
    /** Runs the latest request again, unless a request is running. */
    rerun(): void {
      if (isRunning) return;
      handled = '';
      void runLatest();
    },
  };
}
