import { dailyTasksOfAccounts } from './accounts/accounts.ts';
import type { Makers } from './jobs/send-mail.ts';
import type { Work } from './jobs/task-list.ts';
import { personalOrders } from './ordering/personal-orders.ts';
import { termsPdf } from './ordering/terms-pdf.ts';

/** What the worker does for the domains: files for mails, jobs that they queue, and what is due every day. */
export const apiJobs: Work & { makers: Makers } = {
  makers: { terms: termsPdf },
  tasks: {},
  daily: { ...dailyTasksOfAccounts(personalOrders) },
};
