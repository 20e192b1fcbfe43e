import { createAccountsDailyTasks } from './accounts/accounts.ts';
import { createPersonalRecordsAccess } from './api-personal-records.ts';
import { apiProviders } from './api-providers.ts';
import type { JobDefinitions } from './jobs/task-list.ts';
import { createMailJobs, type MailJobDependencies } from './mail/mail-jobs.ts';
import { ordersDailyTasks } from './orders/guest-orders.ts';
import { createUnpaidOrdersTask } from './orders/lapse-orders.ts';
import { renderTermsPdf } from './orders/terms-pdf.ts';
import { siteDailyTasks } from './site/log-visit.ts';
import { withdrawalsDailyTasks } from './withdrawals/declare-withdrawal.ts';

/** The functions that create mail attachments when a mail is sent, by the name that the queued mail stores. */
const attachmentBuilders = { terms: renderTermsPdf };

/** The queued and the daily jobs of all domains. */
export function createApiJobs(dependencies: Omit<MailJobDependencies, 'attachmentBuilders'>): Required<JobDefinitions> {
  const mail = createMailJobs({ ...dependencies, attachmentBuilders });
  return {
    tasks: mail.tasks,
    daily: {
      ...mail.daily,
      ...createAccountsDailyTasks(createPersonalRecordsAccess(apiProviders.payments)),
      ...ordersDailyTasks,
      ...siteDailyTasks,
      ...withdrawalsDailyTasks,
    },
    hourly: { 'lapse-orders': createUnpaidOrdersTask(apiProviders.payments) },
  };
}
