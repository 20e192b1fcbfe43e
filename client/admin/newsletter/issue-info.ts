import type { NewsletterIssueState } from '#shared/newsletter/newsletter-issue-states.ts';

interface IssueInfo {
  state: NewsletterIssueState;
  /** The time at which the sending starts or started; null for a draft. */
  sendAt: string | null;
}

/** Returns the facts of an issue that the form cannot edit. */
export function getIssueInfo(record: object): IssueInfo {
  const { state = 'DRAFT', sendAt = null } = ('$info' in record ? record.$info : {}) as Partial<IssueInfo>;
  return { state, sendAt };
}
