/**
 * The state of a newsletter issue. Only a `DRAFT` can be edited; cancelling a `SCHEDULED` issue makes it a `DRAFT`
 * again. `CANCELLED`: the sending was ended before all recipients got the mail.
 */
export const newsletterIssueStates = ['DRAFT', 'SCHEDULED', 'SENDING', 'PAUSED', 'SENT', 'CANCELLED'] as const;
export type NewsletterIssueState = (typeof newsletterIssueStates)[number];

export const newsletterSendingControlActions = ['PAUSE', 'RESUME', 'CANCEL', 'RETRY'] as const;
export type NewsletterSendingControlAction = (typeof newsletterSendingControlActions)[number];

export const statesAllowingSendingAction: Readonly<
  Record<NewsletterSendingControlAction, readonly NewsletterIssueState[]>
> = {
  PAUSE: ['SENDING'],
  RESUME: ['PAUSED'],
  CANCEL: ['SCHEDULED', 'SENDING', 'PAUSED'],
  RETRY: ['SENT', 'SENDING', 'PAUSED'],
};
