import { useEffect, useState } from 'react';
import type { HttpError } from 'react-admin';
import { callAdminApi } from '../core/call-admin-api.ts';

export interface MailPreviewState {
  isLoading: boolean;
  /** The mail; null if the change sends none. */
  mail: { to: string; subject: string; text: string } | null;
  /** The API's message if the mail cannot be shown; empty otherwise. */
  failure: string;
}

/** Time in milliseconds without typing after which the preview is read again. */
const debounceMs = 400;

/**
 * Reads the mail that a change of an order would send, and again when the query changes.
 * @param path The call that previews the mail, such as `/admin/order/1/mail-preview`.
 */
export function useMailPreview(path: string, query: Readonly<Record<string, string>>): MailPreviewState {
  const [preview, setPreview] = useState<MailPreviewState>({ isLoading: true, mail: null, failure: '' });
  const search = JSON.stringify(query);
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const { signal } = controller;
        const call = { query: JSON.parse(search) as Record<string, string>, signal };
        const { mail } = await callAdminApi<Pick<MailPreviewState, 'mail'>>(path, call);
        if (!signal.aborted) setPreview({ isLoading: false, mail, failure: '' });
      } catch (error) {
        if (!controller.signal.aborted)
          setPreview({ isLoading: false, mail: null, failure: (error as HttpError).message || 'admin.callFailed' });
      }
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [path, search]);
  return preview;
}
