import { createAccountsDailyTasks } from './accounts/accounts.ts';
import { createPersonalRecordsAccess } from './api-personal-records.ts';
import { apiProviders } from './api-providers.ts';
import { registrationCalendar } from './elements/registration-calendar.ts';
import { elementsDailyTasks, maintainRegistrationsTask } from './elements/registration-jobs.ts';
import { registrationCalendarBuilder } from './elements/registration-mails.ts';
import { formFileBuilder } from './forms/form-mails.ts';
import { buildFormFileAttachment, formsDailyTasks } from './forms/forms.ts';
import type { JobDefinitions } from './jobs/task-list.ts';
import { createMailJobs, type MailJobDependencies } from './mail/mail-jobs.ts';
import { ordersDailyTasks } from './orders/guest-orders.ts';
import { createUnpaidOrdersTask } from './orders/lapse-orders.ts';
import { renderTermsPdf } from './orders/terms-pdf.ts';
import { siteDailyTasks } from './site/log-visit.ts';
import { withdrawalsDailyTasks } from './withdrawals/declare-withdrawal.ts';

/** The functions that create attachments of mails, by name. */
const attachmentBuilders = {
  terms: renderTermsPdf,
  [formFileBuilder]: buildFormFileAttachment,
  [registrationCalendarBuilder]: registrationCalendar,
};

/** The queued and the daily jobs of all domains. */
export function createApiJobs(dependencies: Omit<MailJobDependencies, 'attachmentBuilders'>): Required<JobDefinitions> {
  const mail = createMailJobs({ ...dependencies, attachmentBuilders });
  return {
    tasks: mail.tasks,
    daily: {
      ...mail.daily,
      ...createAccountsDailyTasks(createPersonalRecordsAccess(apiProviders.payments)),
      ...elementsDailyTasks,
      ...ordersDailyTasks,
      ...siteDailyTasks,
      ...withdrawalsDailyTasks,
      ...formsDailyTasks,
    },
    hourly: {
      'lapse-orders': createUnpaidOrdersTask(apiProviders.payments),
      'maintain-registrations': maintainRegistrationsTask,
    },
  };
}
