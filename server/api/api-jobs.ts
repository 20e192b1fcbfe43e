import type { Makers } from '#server/api/mail/send-mail.ts';
import { termsPdf } from '#server/api/orders/terms-pdf.ts';
import { dailyTasksOfAccounts } from './accounts/accounts.ts';
import { createPersonalRecords } from './api-personal-records.ts';
import { apiProviders } from './api-providers.ts';
import type { Work } from './jobs/task-list.ts';

/** What the worker does for the domains: files for mails, jobs that they queue, and what is due every day. */
export const apiJobs: Work & { makers: Makers } = {
  makers: { terms: termsPdf },
  tasks: {},
  daily: { ...dailyTasksOfAccounts(createPersonalRecords(apiProviders.payments)) },
};
