import type { FastifyBaseLogger } from 'fastify';
import { type Job, type JobDefinitions, readPayloadId } from '#server/api/jobs/task-list.ts';
import { DeliveryError } from './delivery-error.ts';
import type { MailCounts } from './mail-counts.ts';
import { eraseMails } from './mail-repository.ts';
import { sendMailTask } from './queue-mail.ts';
import { recordFailedAttempt, type SendMailDependencies, sendMail } from './send-mail.ts';

export interface MailJobDependencies extends SendMailDependencies {
  logger: FastifyBaseLogger;
  counts?: MailCounts;
}

/** docs/rules.md, "Mails" */
const retentionDays = 365;

export const createMailJobs = (
  dependencies: MailJobDependencies,
): Required<Pick<JobDefinitions, 'tasks' | 'daily'>> => ({
  tasks: { [sendMailTask]: (job) => sendQueuedMail(job, dependencies) },
  daily: { 'erase-mails': (tx) => eraseMails(tx, retentionDays) },
});

async function sendQueuedMail({ db, siteId, payload, signal }: Job, dependencies: MailJobDependencies): Promise<void> {
  const mail = readPayloadId(payload, 'mail');
  try {
    if ((await sendMail(db, siteId, mail, dependencies, signal)) === 'sent') dependencies.counts?.sent();
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    const isLastAttempt = await recordFailedAttempt(db, siteId, mail, error);
    dependencies.counts?.failed(isLastAttempt);
    // Throwing would retry the job. The mail's row keeps the reason.
    if (!isLastAttempt) throw error;
    dependencies.logger.error({ site: siteId, mail, reason: error.message }, 'mail given up');
  }
}
