import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';

/**
 * Runs calls that change something, notifies the user of their outcome, and reads the shown data again.
 * @param queryKey The key of the queries that a change makes outdated.
 */
export function usePanelAction(queryKey: string) {
  const notify = useNotify();
  const queries = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  /** @returns True if the call succeeded. */
  const run = async (call: () => Promise<unknown>, message: string): Promise<boolean> => {
    setIsBusy(true);
    try {
      await call();
      notify(message, { type: 'success' });
      return true;
    } catch (error) {
      notify(error instanceof Error && error.message ? error.message : 'admin.callFailed', { type: 'error' });
      return false;
    } finally {
      setIsBusy(false);
      await queries.invalidateQueries({ queryKey: [queryKey] });
    }
  };
  return { isBusy, run };
}
