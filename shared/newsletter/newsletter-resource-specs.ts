import { defineResourceSpec } from '#shared/resource-spec.ts';
import { NewsletterIssueInput } from './newsletter-issue-input.ts';
import { newsletterIssueStates } from './newsletter-issue-states.ts';
import { NewsletterListInput } from './newsletter-list-input.ts';

export const newsletterListResourceSpec = defineResourceSpec({
  name: 'newsletter-list',
  key: 'id',
  keys: 'assigned',
  input: NewsletterListInput,
  list: { fields: { name: 'text', position: 'number' }, orders: ['id', 'name', 'position'] },
});

export const newsletterIssueResourceSpec = defineResourceSpec({
  name: 'newsletter-issue',
  key: 'id',
  keys: 'assigned',
  input: NewsletterIssueInput,
  list: {
    fields: { subject: 'text', state: { set: newsletterIssueStates }, sendAt: 'date' },
    orders: ['id', 'subject', 'sendAt'],
  },
});
