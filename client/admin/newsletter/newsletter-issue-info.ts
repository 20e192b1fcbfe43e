import type { NewsletterIssueState } from '#shared/newsletter/newsletter-issue-states.ts';

interface NewsletterIssueInfo {
  state: NewsletterIssueState;
  /** The time at which the sending starts or started; null for a draft. */
  sendAt: string | null;
}

/** Returns the facts of an issue that the form cannot edit. */
export function getNewsletterIssueInfo(record: object): NewsletterIssueInfo {
  const { state = 'DRAFT', sendAt = null } = ('$info' in record ? record.$info : {}) as Partial<NewsletterIssueInfo>;
  return { state, sendAt };
}
