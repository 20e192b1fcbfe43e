import { and, lt, ne, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { type Job, type JobDefinitions, readIdFromPayload } from '#server/api/jobs/task-list.ts';
import type { ServerMetrics } from '#server/http/metrics.ts';
import { MailDeliveryError } from './delivery-error.ts';
import { eraseSecretsOfUncertainMails, tryLockMail } from './mail-repository.ts';
import { mails } from './mail-tables.ts';
import { reportMailTaskName, sendMailsTaskName, sendMailTaskName } from './queue-mail.ts';
import { recordFailedMailAttempt, type SendMailDependencies, sendMail, sendMails } from './send-mail.ts';

/** Deletes mails that are older than `days` and are no longer queued. */
const deleteOldMails = (tx: SiteTx, days: number) =>
  tx
    .delete(mails)
    .where(and(ne(mails.state, 'QUEUED'), lt(mails.createdAt, sql`now() - make_interval(days => ${days})`)));

interface MailAttemptCounter {
  sent(): void;
  failed(isLastAttempt: boolean): void;
}

export function createMailMetrics(metrics: ServerMetrics): MailAttemptCounter {
  const mails = metrics.get('cuvee_mails_total');
  return {
    sent: () => mails.inc({ result: 'sent' }),
    failed: (isLastAttempt) => mails.inc({ result: isLastAttempt ? 'given_up' : 'tried' }),
  };
}

export interface MailJobDependencies extends SendMailDependencies {
  logger: FastifyBaseLogger;
  metrics?: MailAttemptCounter;
}

/** Mails are deleted after this many days (docs/rules.md, "Mails"). */
const retentionDays = 365;
/** Number of days after queuing in which staff can resend a mail with a secret link whose delivery is uncertain. */
const uncertainSecretDays = 7;

export const createMailJobs = (
  dependencies: MailJobDependencies,
): Required<Pick<JobDefinitions, 'tasks' | 'daily'>> => ({
  tasks: {
    [sendMailTaskName]: (job) => sendQueuedMail(job, dependencies),
    [sendMailsTaskName]: (job) => sendQueuedMails(job, dependencies),
    [reportMailTaskName]: (job) => reportUnrenderedMail(job, dependencies),
  },
  daily: {
    'erase-mails': async (tx) => {
      await deleteOldMails(tx, retentionDays);
      await eraseSecretsOfUncertainMails(tx, uncertainSecretDays);
    },
  },
});

async function sendQueuedMail({ db, siteId, payload, signal }: Job, dependencies: MailJobDependencies): Promise<void> {
  const mail = readIdFromPayload(payload, 'mail');
  try {
    if ((await sendMail(db, siteId, mail, dependencies, signal)) === 'sent') dependencies.metrics?.sent();
  } catch (error) {
    await recordFailure({ db, siteId }, mail, error, dependencies);
  }
}

/** Sends the mails of one transaction together. Those that fail are sent again when the job is retried. */
async function sendQueuedMails({ db, siteId, payload, signal }: Job, dependencies: MailJobDependencies): Promise<void> {
  const ids = z.array(z.int()).parse(payload.mails);
  const failures: unknown[] = [];
  for (const { id, kind, state, lastError, error } of await sendMails(db, siteId, ids, dependencies, signal))
    if (state === 'SENT') dependencies.metrics?.sent();
    else if (state === 'FAILED') logUnrenderedMail({ site: siteId, mail: id, kind, reason: lastError }, dependencies);
    else
      await recordFailure({ db, siteId }, id, error, dependencies).catch((failure: unknown) => failures.push(failure));
  if (failures.length > 0) throw failures[0];
}

/**
 * Records a failed attempt to send a mail.
 * @throws The error, unless it was the last attempt, so that the job is retried.
 */
async function recordFailure(
  { db, siteId }: Pick<Job, 'db' | 'siteId'>,
  mail: number,
  error: unknown,
  { logger, metrics }: MailJobDependencies,
): Promise<void> {
  if (!(error instanceof MailDeliveryError)) throw error;
  const state = await recordFailedMailAttempt(db, siteId, mail, error);
  // Another worker has sent the mail meanwhile, or it was deleted, so that there is nothing to retry or report.
  if (state === null) return;
  const isLastAttempt = state !== 'QUEUED';
  metrics?.failed(isLastAttempt);
  // After the last attempt the failure is not thrown, because that would retry the job. The mail's row stores the
  // reason.
  if (!isLastAttempt) throw error;
  const fields = { site: siteId, mail, reason: error.message };
  if (state === 'UNCERTAIN') logger.error({ code: 'mail_delivery_uncertain', ...fields }, 'mail delivery uncertain');
  else logger.error({ code: 'mail_delivery_failed', ...fields }, 'mail delivery failed');
}

/**
 * Logs a mail that could not be rendered. A job does so, because the transaction that causes a mail has no logger and
 * may be rolled back.
 */
async function reportUnrenderedMail({ db, siteId, payload }: Job, dependencies: MailJobDependencies): Promise<void> {
  const id = readIdFromPayload(payload, 'mail');
  const mail = await withSiteTransaction(db, siteId, (tx) => tryLockMail(tx, id));
  // Staff have retried the mail meanwhile, or it was deleted.
  if (mail === null || mail === 'busy' || mail.state !== 'FAILED') return;
  logUnrenderedMail({ site: siteId, mail: id, kind: mail.kind, reason: mail.lastError }, dependencies);
}

function logUnrenderedMail(
  fields: { site: number; mail: number; kind: string; reason: string },
  { logger, metrics }: MailJobDependencies,
): void {
  metrics?.failed(true);
  logger.error({ code: 'mail_not_rendered', ...fields }, 'mail not rendered');
}
