import type { FastifyBaseLogger } from 'fastify';
import { idIn, type Job, type Work } from '#server/api/jobs/task-list.ts';
import { DeliveryFault } from './delivery-fault.ts';
import type { MailCounts } from './mail-counts.ts';
import { eraseMails } from './mail-repository.ts';
import { sendMailTask } from './queue-mail.ts';
import { recordFault, type SendingParts, sendMail } from './send-mail.ts';

export interface MailJobParts extends SendingParts {
  logger: FastifyBaseLogger;
  counts?: MailCounts;
}

/** docs/rules.md, "Mails" */
const retentionDays = 365;

export const mailJobs = (parts: MailJobParts): Required<Work> => ({
  tasks: { [sendMailTask]: (job) => sendQueuedMail(job, parts) },
  daily: { 'erase-mails': (tx) => eraseMails(tx, retentionDays) },
});

async function sendQueuedMail({ db, siteId, payload, signal }: Job, parts: MailJobParts): Promise<void> {
  const mail = idIn(payload, 'mail');
  try {
    if ((await sendMail(db, siteId, mail, parts, signal)) === 'sent') parts.counts?.sent();
  } catch (fault) {
    if (!(fault instanceof DeliveryFault)) throw fault;
    const isLastAttempt = await recordFault(db, siteId, mail, fault);
    parts.counts?.failed(isLastAttempt);
    // The job of a mail that is given up is done; the mail's row keeps the reason.
    if (!isLastAttempt) throw fault;
    parts.logger.error({ site: siteId, mail, reason: fault.message }, 'mail given up');
  }
}
