import { useState } from 'react';
import { type HttpError, useNotify, useRefresh } from 'react-admin';
import { type AdminCallOptions, callAdminApi } from '../core/call-admin-api.ts';

/**
 * Returns a function that calls the API, reads the screen again and shows a message.
 * @returns `run` resolves to false if the call failed. The form then keeps its content.
 */
export function useOrderCall(): {
  isRunning: boolean;
  run(path: string, call: AdminCallOptions, done?: string): Promise<boolean>;
} {
  const [isRunning, setIsRunning] = useState(false);
  const notify = useNotify();
  const refresh = useRefresh();
  const run = async (path: string, call: AdminCallOptions, done = 'admin-orders.saved'): Promise<boolean> => {
    setIsRunning(true);
    try {
      await callAdminApi(path, call);
      notify(done, { type: 'success' });
      refresh();
      return true;
    } catch (error) {
      notify((error as HttpError).message || 'admin.callFailed', { type: 'error' });
      return false;
    } finally {
      setIsRunning(false);
    }
  };
  return { isRunning, run };
}
