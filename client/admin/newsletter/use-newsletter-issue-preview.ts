import type { RaRecord } from 'react-admin';
import type { Lang } from '#shared/languages.ts';
import { NewsletterContent } from '#shared/newsletter/newsletter-issue-input.ts';
import { newsletterIssueResourceSpec } from '#shared/newsletter/newsletter-resource-specs.ts';
import { type AdminCallInput, type AdminResponseData, callAdminApi } from '../core/call-admin-api.ts';
import { toItemInput } from '../core/resource-adapter.ts';
import { useQueryKeepingData } from '../core/use-query-keeping-data.ts';

const previewName = 'POST /admin/newsletter-issue/preview';

export type NewsletterIssueMail = AdminResponseData<typeof previewName>;
type IssueContent = AdminCallInput<typeof previewName>['body']['content'];

interface NewsletterIssuePreviewState {
  /** The mail of the latest complete content; null before the first one. */
  mail: NewsletterIssueMail | null;
  /** True while required content is missing, so that `mail` shows an earlier version. */
  isIncomplete: boolean;
  /** The API's message, or the key of a text, if the mail could not be rendered; empty otherwise. */
  failure: string;
}

/** Time in milliseconds without changes after which the mail is rendered again. */
const debounceMs = 600;

/** Renders the content of a form as a mail, and again after each change. Incomplete content is not sent to the API. */
export function useNewsletterIssuePreview(values: Partial<RaRecord>, lang: Lang): NewsletterIssuePreviewState {
  const { id: _id, ...content } = toItemInput(newsletterIssueResourceSpec, values);
  const isComplete = NewsletterContent.safeParse(content).success;
  const body = { content: content as IssueContent, lang };
  const { data, error } = useQueryKeepingData(
    isComplete ? (signal) => callAdminApi(previewName, { body, signal }) : null,
    [JSON.stringify(body), isComplete],
    { debounceMs },
  );
  const mail = data ?? null;
  const isIncomplete = !isComplete || error?.status === 400;
  const failure = error && !isIncomplete ? error.message || 'admin.callFailed' : '';
  return { mail, isIncomplete, failure };
}
