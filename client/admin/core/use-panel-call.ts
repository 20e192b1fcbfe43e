import { useState } from 'react';
import { type HttpError, useNotify, useRefresh } from 'react-admin';
import { type AdminCallOptions, getCallFailure } from './call-admin-api.ts';
import { useRepeatableCall } from './use-repeatable-call.ts';

/**
 * Returns a function that calls the API, reads the screen again and shows a message.
 * @param fields The fields of the body that show their errors themselves. If one of them is refused, there is no other
 * message.
 * @returns `run` resolves to false if the call failed. The form then keeps its content. `errors` has the messages of the
 * last call by field.
 */
export function usePanelCall(fields: readonly string[] = []): {
  isRunning: boolean;
  errors: Readonly<Record<string, string>>;
  run(path: string, call: AdminCallOptions, done?: string): Promise<boolean>;
} {
  const [isRunning, setIsRunning] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const send = useRepeatableCall();
  const notify = useNotify();
  const refresh = useRefresh();
  const run = async (path: string, call: AdminCallOptions, done = 'admin.saved'): Promise<boolean> => {
    setIsRunning(true);
    setErrors({});
    try {
      await send(path, call);
      notify(done, { type: 'success' });
      refresh();
      return true;
    } catch (error) {
      const { errors: refused = {}, current } = getCallFailure(error);
      setErrors(refused);
      if (!fields.some((field) => field in refused))
        notify((error as HttpError).message || 'admin.callFailed', { type: 'error' });
      // Another user has changed the item: the screen shows the current version beside what was entered.
      if (current !== undefined) refresh();
      return false;
    } finally {
      setIsRunning(false);
    }
  };
  return { isRunning, errors, run };
}
