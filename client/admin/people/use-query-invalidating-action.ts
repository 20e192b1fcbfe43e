import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';

/**
 * Runs calls that change something, notifies the user of their outcome, and reads the shown data again.
 * @param queryKey The key of the queries that a change makes outdated.
 */
export function useQueryInvalidatingAction(queryKey: string) {
  const notify = useNotify();
  const queries = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  /**
   * @param onFailure Shows the message of a failed call, which is a text of the API or the key of a text. By default it
   * is a notification.
   * @returns true if the call succeeded
   */
  const run = async (
    call: () => Promise<unknown>,
    message: string,
    onFailure = (failure: string): void => notify(failure, { type: 'error' }),
  ): Promise<boolean> => {
    setIsBusy(true);
    try {
      await call();
      notify(message, { type: 'success' });
      return true;
    } catch (error) {
      onFailure(error instanceof Error && error.message ? error.message : 'admin.callFailed');
      return false;
    } finally {
      setIsBusy(false);
      await queries.invalidateQueries({ queryKey: [queryKey] });
    }
  };
  return { isBusy, run };
}
