import type { Makers } from '#server/api/mail/send-mail.ts';
import { personalOrders } from '#server/api/orders/personal-orders.ts';
import { termsPdf } from '#server/api/orders/terms-pdf.ts';
import { dailyTasksOfAccounts } from './accounts/accounts.ts';
import type { Work } from './jobs/task-list.ts';

/** What the worker does for the domains: files for mails, jobs that they queue, and what is due every day. */
export const apiJobs: Work & { makers: Makers } = {
  makers: { terms: termsPdf },
  tasks: {},
  daily: { ...dailyTasksOfAccounts(personalOrders) },
};
