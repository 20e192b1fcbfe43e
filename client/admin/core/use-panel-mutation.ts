import { useState } from 'react';
import { type HttpError, useNotify, useRefresh } from 'react-admin';
import { type AdminCallInput, type AdminCallName, getCallFailureDetails } from './call-admin-api.ts';
import { useIdempotentCall } from './use-idempotent-call.ts';

/**
 * Returns a function that calls the API, shows a message and loads the data of the screen again.
 * @param fields The fields of the body whose errors the form shows. A refusal of one of them shows no notification.
 * @returns `run` resolves to false if the call failed. The form then keeps its content. `errors` has the messages of
 * the last call by field.
 */
export function usePanelMutation(fields: readonly string[] = []): {
  isRunning: boolean;
  errors: Readonly<Record<string, string>>;
  run<N extends AdminCallName>(name: N, input: AdminCallInput<N>, done?: string): Promise<boolean>;
} {
  const [isRunning, setIsRunning] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const send = useIdempotentCall();
  const notify = useNotify();
  const refresh = useRefresh();
  const run = async <N extends AdminCallName>(
    name: N,
    input: AdminCallInput<N>,
    done = 'admin.saved',
  ): Promise<boolean> => {
    setIsRunning(true);
    setErrors({});
    try {
      await send(name, input);
      notify(done, { type: 'success' });
      refresh();
      return true;
    } catch (error) {
      const { errors: refused = {}, current } = getCallFailureDetails(error);
      setErrors(refused);
      if (!fields.some((field) => field in refused))
        notify((error as HttpError).message || 'admin.callFailed', { type: 'error' });
      // Another user has changed the item: the screen shows the current version beside what was entered.
      if (current !== undefined || (error as HttpError).status === 409) refresh();
      return false;
    } finally {
      setIsRunning(false);
    }
  };
  return { isRunning, errors, run };
}
