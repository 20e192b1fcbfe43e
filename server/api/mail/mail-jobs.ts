import type { FastifyBaseLogger } from 'fastify';
import { type Job, type JobDefinitions, readPayloadId } from '#server/api/jobs/task-list.ts';
import { DeliveryError } from './delivery-fault.ts';
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

export const createMailJobs = (parts: MailJobDependencies): Required<JobDefinitions> => ({
  tasks: { [sendMailTask]: (job) => sendQueuedMail(job, parts) },
  daily: { 'erase-mails': (tx) => eraseMails(tx, retentionDays) },
});

async function sendQueuedMail({ db, siteId, payload, signal }: Job, parts: MailJobDependencies): Promise<void> {
  const mail = readPayloadId(payload, 'mail');
  try {
    if ((await sendMail(db, siteId, mail, parts, signal)) === 'sent') parts.counts?.sent();
  } catch (fault) {
    if (!(fault instanceof DeliveryError)) throw fault;
    const isLastAttempt = await recordFailedAttempt(db, siteId, mail, fault);
    parts.counts?.failed(isLastAttempt);
    // The job of a mail that is given up is done; the mail's row keeps the reason.
    if (!isLastAttempt) throw fault;
    parts.logger.error({ site: siteId, mail, reason: fault.message }, 'mail given up');
  }
}
