import { useState } from 'react';
import { type HttpError, useNotify, useRefresh } from 'react-admin';
import type { EditableItem } from '#shared/admin/admin-contract.ts';
import { type AdminCallInput, type AdminResponseData, getCallFailureDetails } from '../core/call-admin-api.ts';
import { type ItemRecord, toItemRecord } from '../core/resource-adapter.ts';
import { useIdempotentCall } from '../core/use-idempotent-call.ts';

type NewsletterIssueCallName =
  | 'POST /admin/newsletter-issue/{id}/test'
  | 'POST /admin/newsletter-issue/{id}/sending'
  | 'PUT /admin/newsletter-issue/{id}/sending';

/**
 * Returns a function that makes a call about an issue, shows a message and reads the screen again.
 * @returns `run` resolves to false if the call failed. `current` is the stored issue if the call was based on an older
 *   revision, otherwise null.
 */
export function useNewsletterIssueCall() {
  const [isRunning, setIsRunning] = useState(false);
  const [current, setCurrent] = useState<ItemRecord | null>(null);
  const send = useIdempotentCall();
  const notify = useNotify();
  const refresh = useRefresh();
  const run = async <N extends NewsletterIssueCallName>(
    name: N,
    input: AdminCallInput<N>,
    done: string,
  ): Promise<boolean> => {
    setIsRunning(true);
    try {
      const data: AdminResponseData<NewsletterIssueCallName> = await send(name, input);
      notify(done, { type: 'success', messageArgs: 'email' in data ? { email: data.email } : {} });
      // A test mail, whose response contains the email address, changes nothing that the screen shows.
      if (!('email' in data)) refresh();
      return true;
    } catch (error) {
      const failure = getCallFailureDetails(error);
      if (failure.current) {
        setCurrent(toItemRecord(failure.current as EditableItem));
        return false;
      }
      notify((error as HttpError).message || 'admin.callFailed', { type: 'error' });
      return false;
    } finally {
      setIsRunning(false);
    }
  };
  return { isRunning, run, current };
}
