/**
 * Runs a task with a signal that aborts after `timeoutMs`, and rejects then even if the task ignores the signal.
 * @throws DOMException named TimeoutError
 */
export async function withTimeLimit<T>(timeoutMs: number, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMs);
  const timedOut = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => timedOut.reject(signal.reason));
  return Promise.race([task(signal), timedOut.promise]);
}
