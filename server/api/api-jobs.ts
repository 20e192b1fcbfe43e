import { createAccountsDailyTasks } from './accounts/accounts.ts';
import { createPersonalRecordsAccess } from './api-personal-records.ts';
import { apiProviders } from './api-providers.ts';
import { registrationCalendar } from './elements/registration-calendar.ts';
import { dailyTasksOfElements, maintainRegistrationsTask } from './elements/registration-jobs.ts';
import { registrationCalendarBuilder } from './elements/registration-mails.ts';
import type { JobDefinitions } from './jobs/task-list.ts';
import { createMailJobs, type MailJobDependencies } from './mail/mail-jobs.ts';
import { dailyTasksOfOrders } from './orders/guest-orders.ts';
import { lapseOrdersTask } from './orders/lapse-orders.ts';
import { termsPdf } from './orders/terms-pdf.ts';
import { dailyTasksOfSite } from './site/log-visit.ts';
import { dailyTasksOfWithdrawals } from './withdrawals/declare-withdrawal.ts';

/** The functions that create attachments of mails, by name. */
const attachmentBuilders = { terms: termsPdf, [registrationCalendarBuilder]: registrationCalendar };

/** The jobs of all domains, queued and daily. */
export function createApiJobs(dependencies: Omit<MailJobDependencies, 'attachmentBuilders'>): Required<JobDefinitions> {
  const mail = createMailJobs({ ...dependencies, attachmentBuilders });
  return {
    tasks: mail.tasks,
    daily: {
      ...mail.daily,
      ...dailyTasksOfElements,
      ...createAccountsDailyTasks(createPersonalRecordsAccess(apiProviders.payments)),
      ...dailyTasksOfOrders,
      ...dailyTasksOfSite,
      ...dailyTasksOfWithdrawals,
    },
    hourly: {
      'lapse-orders': lapseOrdersTask(apiProviders.payments),
      'maintain-registrations': maintainRegistrationsTask,
    },
  };
}
