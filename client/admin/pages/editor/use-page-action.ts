import { useState } from 'react';
import { HttpError, useNotify } from 'react-admin';
import type { PageContent } from '#shared/pages/page-content.ts';
import { getCallFailureDetails } from '../../core/call-admin-api.ts';

/** The draft or page that another user has saved or published since this user opened the page. */
export interface PageConflict {
  action: 'save' | 'publish';
  current: { revision: number; content: PageContent | null };
}

/** Runs the actions of the editor's buttons, and explains their failures. The typed content stays in the editor. */
export function usePageAction() {
  const notify = useNotify();
  const [conflict, setConflict] = useState<PageConflict | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  /**
   * @param onRefusal Shows the API's message at the field whose value the API refuses. Without it, a notification shows
   * the message.
   * @returns true if the action succeeded
   */
  async function run(
    action: PageConflict['action'] | 'read',
    work: () => Promise<void>,
    onRefusal?: (message: string) => void,
  ): Promise<boolean> {
    setIsBusy(true);
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const current = getCallFailureDetails(error).current as PageConflict['current'] | undefined;
      // The call itself has reported an ended session.
      if (error.status === 401) return false;
      if (current) setConflict({ action: isDraft(current) ? 'save' : 'publish', current });
      else if (error.status === 422 && onRefusal) onRefusal(error.message);
      else notify(error.message || `admin-pages.failed.${action}`, { type: 'error', autoHideDuration: 10_000 });
      return false;
    } finally {
      setIsBusy(false);
    }
  }
  return { conflict, isBusy, run, closeConflict: () => setConflict(null) };
}

/** Distinguishes a draft from a published page by a field that only drafts have. */
const isDraft = (current: object): boolean => 'publishAt' in current;
