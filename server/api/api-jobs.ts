import { dailyTasksOfAccounts } from './accounts/accounts.ts';
import { createPersonalRecords } from './api-personal-records.ts';
import { type ApiProviders, apiProviders } from './api-providers.ts';
import type { JobDefinitions } from './jobs/task-list.ts';
import { createMailJobs, type MailJobDependencies } from './mail/mail-jobs.ts';
import { dailyTasksOfOrders } from './orders/guest-orders.ts';
import { lapseOrdersTask } from './orders/lapse-orders.ts';
import { termsPdf } from './orders/terms-pdf.ts';
import { dailyTasksOfSite } from './site/log-visit.ts';
import { dailyTasksOfWithdrawals } from './withdrawals/declare-withdrawal.ts';

/** The functions that create attachments of mails, by name. */
const attachmentBuilders = { terms: termsPdf };

/** The jobs of all domains, queued and daily. */
export function createApiJobs(
  dependencies: Omit<MailJobDependencies, 'attachmentBuilders'>,
  { payments }: Pick<ApiProviders, 'payments'> = apiProviders,
): Required<JobDefinitions> {
  const mail = createMailJobs({ ...dependencies, attachmentBuilders });
  return {
    tasks: { ...mail.tasks, ...payments.tasks },
    daily: {
      ...mail.daily,
      ...dailyTasksOfAccounts(createPersonalRecords(payments)),
      ...dailyTasksOfOrders,
      ...dailyTasksOfSite,
      ...dailyTasksOfWithdrawals,
    },
    hourly: { 'lapse-orders': lapseOrdersTask(payments) },
  };
}
