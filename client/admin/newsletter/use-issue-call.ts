import { useState } from 'react';
import { type HttpError, useNotify, useRefresh } from 'react-admin';
import { type AdminCallOptions, callAdminApi } from '../core/call-admin-api.ts';

/**
 * Returns a function that makes a call about an issue, shows a message and reads the screen again.
 * @returns `run` resolves to false if the call failed.
 */
export function useIssueCall(issueId: number) {
  const [isRunning, setIsRunning] = useState(false);
  const notify = useNotify();
  const refresh = useRefresh();
  const run = async (action: 'test' | 'sending', call: AdminCallOptions, done: string): Promise<boolean> => {
    setIsRunning(true);
    try {
      const data = await callAdminApi<{ email?: string }>(`/admin/newsletter-issue/${issueId}/${action}`, call);
      notify(done, { type: 'success', messageArgs: { email: data.email } });
      if (action === 'sending') refresh();
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
