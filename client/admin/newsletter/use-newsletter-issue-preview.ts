import { useEffect, useState } from 'react';
import type { HttpError, RaRecord } from 'react-admin';
import type { Lang } from '#shared/languages.ts';
import { NewsletterContent } from '#shared/newsletter/newsletter-issue-input.ts';
import { newsletterIssueResourceSpec } from '#shared/newsletter/newsletter-resource-specs.ts';
import { callAdminApi } from '../core/call-admin-api.ts';
import { toItemInput } from '../core/resource-adapter.ts';

export interface NewsletterIssueMail {
  subject: string;
  html: string;
  text: string;
}

interface NewsletterIssuePreviewState {
  /** The mail of the latest complete content; null before the first one. */
  mail: NewsletterIssueMail | null;
  /** True while required content is missing, so that `mail` shows an earlier version. */
  isIncomplete: boolean;
  /** The API's message if the mail could not be rendered; empty otherwise. */
  failure: string;
}

/** Time in milliseconds without changes after which the mail is rendered again. */
const debounceMs = 600;

/** Renders the content of a form as a mail, and again after each change. Incomplete content is not sent to the API. */
export function useNewsletterIssuePreview(values: Partial<RaRecord>, lang: Lang): NewsletterIssuePreviewState {
  const [state, setState] = useState<NewsletterIssuePreviewState>({ mail: null, isIncomplete: false, failure: '' });
  const { id: _id, ...content } = toItemInput(newsletterIssueResourceSpec, values);
  const isComplete = NewsletterContent.safeParse(content).success;
  const body = JSON.stringify({ content, lang });
  useEffect(() => {
    if (!isComplete) return;
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(async () => {
      try {
        const call = { method: 'POST', body: JSON.parse(body) as object, signal } as const;
        const mail = await callAdminApi<NewsletterIssueMail>('/admin/newsletter-issue/preview', call);
        if (!signal.aborted) setState({ mail, isIncomplete: false, failure: '' });
      } catch (error) {
        if (signal.aborted) return;
        const { status, message } = error as HttpError;
        const isIncomplete = status === 400;
        setState(({ mail }) => ({ mail, isIncomplete, failure: isIncomplete ? '' : message || 'admin.callFailed' }));
      }
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [body, isComplete]);
  return isComplete ? state : { mail: state.mail, isIncomplete: true, failure: '' };
}
