import { createAccountsDailyTasks } from './accounts/accounts.ts';
import { adminDailyTasks } from './admin/admin-daily-tasks.ts';
import { createPersonalDataAccess } from './api-personal-data-access.ts';
import { type ApiProviders, apiProviders } from './api-providers.ts';
import { plannedPriceJobs } from './catalogue/planned-price-jobs.ts';
import { consentDailyTasks } from './consent/consent.ts';
import { contentPublications } from './content/content-publications.ts';
import { elementPublications } from './elements/element-publications.ts';
import { registrationCalendar } from './elements/registration-calendar.ts';
import { elementsDailyTasks, maintainRegistrationsTask } from './elements/registration-jobs.ts';
import { registrationCalendarBuilder } from './elements/registration-mails.ts';
import { formFileBuilder } from './forms/form-mails.ts';
import { buildFormFileAttachment, formsDailyTasks } from './forms/forms.ts';
import type { JobDefinitions } from './jobs/task-list.ts';
import { createMailJobs, type MailJobDependencies } from './mail/mail-jobs.ts';
import { createMediaJobs, type MediaJobDependencies } from './media/delete-unused-files.ts';
import {
  createNewsletterIssueJobs,
  defaultNewsletterMailsPerSecond,
} from './newsletter/issues/newsletter-issue-jobs.ts';
import { newsletterDailyTasks } from './newsletter/newsletter.ts';
import { ordersDailyTasks } from './orders/guest-orders.ts';
import { createUnpaidOrdersTask } from './orders/lapse-orders.ts';
import { renderTermsPdf } from './orders/terms-pdf.ts';
import { vouchersPdfBuilder } from './orders/voucher-mail.ts';
import { renderVouchersPdf } from './orders/voucher-pdf.ts';
import { pagesJobs } from './pages/pages-jobs.ts';
import { inviteReviewsTask, reviewsDailyTasks } from './reviews/review-jobs.ts';
import { siteDailyTasks } from './site/log-visit.ts';
import { withdrawalsDailyTasks } from './withdrawals/declare-withdrawal.ts';

/** The functions that create attachments of mails, by name. */
const attachmentBuilders = {
  terms: renderTermsPdf,
  [vouchersPdfBuilder]: renderVouchersPdf,
  [formFileBuilder]: buildFormFileAttachment,
  [registrationCalendarBuilder]: registrationCalendar,
};

/** The jobs of all domains, queued and daily. */
export function createApiJobs(
  {
    newsletterMailsPerSecond = defaultNewsletterMailsPerSecond,
    ...dependencies
  }: Omit<MailJobDependencies, 'attachmentBuilders'> & MediaJobDependencies & { newsletterMailsPerSecond?: number },
  { payments }: Pick<ApiProviders, 'payments'> = apiProviders,
): Required<JobDefinitions> {
  const mail = createMailJobs({ ...dependencies, attachmentBuilders });
  const newsletters = createNewsletterIssueJobs({ ...dependencies, mailsPerSecond: newsletterMailsPerSecond });
  return {
    tasks: {
      ...mail.tasks,
      ...newsletters.tasks,
      ...payments.tasks,
      ...pagesJobs.tasks,
      ...plannedPriceJobs.tasks,
      ...contentPublications.jobs.tasks,
      ...elementPublications.jobs.tasks,
    },
    daily: {
      ...mail.daily,
      ...createAccountsDailyTasks(createPersonalDataAccess(payments)),
      ...adminDailyTasks,
      ...newsletterDailyTasks,
      ...elementsDailyTasks,
      ...ordersDailyTasks,
      ...siteDailyTasks,
      ...pagesJobs.daily,
      ...withdrawalsDailyTasks,
      ...formsDailyTasks,
      ...reviewsDailyTasks,
      ...consentDailyTasks,
    },
    hourly: {
      'lapse-orders': createUnpaidOrdersTask(payments),
      'maintain-registrations': maintainRegistrationsTask,
      'invite-reviews': inviteReviewsTask,
      ...pagesJobs.hourly,
      ...newsletters.hourly,
      ...plannedPriceJobs.hourly,
      ...createMediaJobs(dependencies).hourly,
      ...contentPublications.jobs.hourly,
      ...elementPublications.jobs.hourly,
    },
  };
}
