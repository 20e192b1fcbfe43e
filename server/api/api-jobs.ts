import { createAccountsDailyTasks } from './accounts/accounts-jobs.ts';
import { adminDailyTasks } from './admin/admin-jobs.ts';
import { createPersonalDataAccess } from './api-personal-data-access.ts';
import { type ApiProviders, apiProviders } from './api-providers.ts';
import { plannedPriceJobs } from './catalogue/catalogue-jobs.ts';
import { consentDailyTasks } from './consent/consent-jobs.ts';
import { contentPublicationStorefrontNotifier } from './content/save-content.ts';
import { dueConditions } from './due-conditions.ts';
import { elementsJobs } from './elements/elements-jobs.ts';
import {
  createRegistrationCalendarAttachment,
  registrationCalendarAttachmentBuilderName,
} from './elements/registration-mails.ts';
import { elementPublicationStorefrontNotifier } from './elements/save-element.ts';
import { formFileAttachmentBuilderName } from './forms/form-mails.ts';
import { formsDailyTasks, readFormFileAsAttachment } from './forms/forms-jobs.ts';
import type { JobDefinitions } from './jobs/task-list.ts';
import { createMailJobs, type MailJobDependencies } from './mail/mail-jobs.ts';
import { createMediaJobs, type MediaJobDependencies } from './media/media-jobs.ts';
import { createNewsletterJobs, defaultNewsletterMailsPerSecond } from './newsletter/issues/newsletter-jobs.ts';
import { attachTermsPdf } from './orders/documents/terms-pdf.ts';
import { createOrdersJobs } from './orders/routes/orders-jobs.ts';
import { attachVouchersPdf, vouchersPdfBuilderName } from './orders/vouchers/issue-vouchers.ts';
import { pagesJobs } from './pages/pages-jobs.ts';
import { reviewsJobs } from './reviews/reviews-jobs.ts';
import { siteDailyTasks } from './site/site-jobs.ts';
import { withdrawalsDailyTasks } from './withdrawals/withdrawals-jobs.ts';

/** The functions that create attachments of mails, by the name that the attachment of a mail refers to. */
const attachmentBuilders = {
  terms: attachTermsPdf,
  [vouchersPdfBuilderName]: attachVouchersPdf,
  [formFileAttachmentBuilderName]: readFormFileAsAttachment,
  [registrationCalendarAttachmentBuilderName]: createRegistrationCalendarAttachment,
};

export function createApiJobs(
  {
    newsletterMailsPerSecond = defaultNewsletterMailsPerSecond,
    ...dependencies
  }: Omit<MailJobDependencies, 'attachmentBuilders'> & MediaJobDependencies & { newsletterMailsPerSecond?: number },
  { payments }: Pick<ApiProviders, 'payments'> = apiProviders,
): Required<JobDefinitions> {
  const mail = createMailJobs({ ...dependencies, attachmentBuilders });
  const newsletters = createNewsletterJobs({ ...dependencies, mailsPerSecond: newsletterMailsPerSecond });
  const orders = createOrdersJobs(payments);
  return {
    tasks: {
      ...mail.tasks,
      ...newsletters.tasks,
      ...payments.tasks,
      ...pagesJobs.tasks,
      ...plannedPriceJobs.tasks,
      ...contentPublicationStorefrontNotifier.jobs.tasks,
      ...elementPublicationStorefrontNotifier.jobs.tasks,
    },
    daily: {
      ...mail.daily,
      ...createAccountsDailyTasks(createPersonalDataAccess(payments)),
      ...adminDailyTasks,
      ...newsletters.daily,
      ...elementsJobs.daily,
      ...orders.daily,
      ...siteDailyTasks,
      ...pagesJobs.daily,
      ...withdrawalsDailyTasks,
      ...formsDailyTasks,
      ...reviewsJobs.daily,
      ...consentDailyTasks,
    },
    hourly: {
      ...orders.hourly,
      ...elementsJobs.hourly,
      ...reviewsJobs.hourly,
      ...pagesJobs.hourly,
      ...newsletters.hourly,
      ...plannedPriceJobs.hourly,
      ...createMediaJobs(dependencies).hourly,
      ...contentPublicationStorefrontNotifier.jobs.hourly,
      ...elementPublicationStorefrontNotifier.jobs.hourly,
    },
    due: {
      ...dueConditions,
      ...contentPublicationStorefrontNotifier.jobs.due,
      ...elementPublicationStorefrontNotifier.jobs.due,
    },
  };
}
