/** The numbers of API calls in this document that the visitor waits for. */
interface CallActivity {
  /** Number of calls without a response. */
  pending: number;
  /** Number of calls that have failed since the document was opened. */
  failures: number;
}

let activity: CallActivity = { pending: 0, failures: 0 };
const listeners = new Set<() => void>();

function update(change: CallActivity): void {
  activity = change;
  for (const listener of listeners) listener();
}

export const getCallActivity = (): CallActivity => activity;

/**
 * Calls `listener` on each change of the activity.
 * @returns a function that ends the subscription
 */
export function subscribeToCallActivity(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Counts a call as pending until the returned function is called.
 * @returns a function to call once when the call has ended
 */
export function beginTrackedCall(): (hasFailed: boolean) => void {
  update({ ...activity, pending: activity.pending + 1 });
  return (hasFailed) => update({ pending: activity.pending - 1, failures: activity.failures + (hasFailed ? 1 : 0) });
}
