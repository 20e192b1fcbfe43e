import type { FastifyBaseLogger } from 'fastify';
import type { TaskList } from 'graphile-worker';
import type { Db } from '#server/api/database/connect.ts';
import { inSite, type SiteTx } from '#server/api/database/site-transaction.ts';
import { DeliveryFault } from '#server/api/mail/delivery-fault.ts';
import type { MailCounts } from '#server/api/mail/mail-counts.ts';
import { sendMailTask } from '#server/api/mail/queue-mail.ts';
import { recordFault, type SendingParts, sendMail } from '#server/api/mail/send-mail.ts';
import { errorForLog } from '#server/http/logger.ts';
import { type DailyTasks, dailyJob, everySiteTask, ownDailyTasks, queueForEverySite } from './recurring.ts';

/** What the worker can do besides sending mails. */
export interface Work {
  /** Jobs that `queueJob` asks for, by their name. */
  tasks?: Readonly<Record<string, (tx: SiteTx, payload: Readonly<Record<string, unknown>>) => Promise<unknown>>>;
  daily?: DailyTasks;
}

export interface TaskParts extends SendingParts, Work {
  logger: FastifyBaseLogger;
  counts?: MailCounts;
}

export const allDaily = ({ daily }: Work): DailyTasks => ({ ...ownDailyTasks, ...daily });

/** What the worker does, by the name of the task. Each job enters the site that its payload names, and no other. */
export function taskList(db: Db, parts: TaskParts): TaskList {
  const list: TaskList = {
    [sendMailTask]: nameless((payload, { abortSignal }) => sendQueued(db, parts, payload, abortSignal)),
    [everySiteTask]: nameless((payload) => queueForEverySite(db, String((payload as { name?: unknown }).name))),
  };
  for (const [name, work] of Object.entries(allDaily(parts)))
    list[dailyJob(name)] = nameless((payload) => inSite(db, siteIn(payload), work));
  for (const [name, work] of Object.entries(parts.tasks ?? {}))
    list[name] = nameless((payload) =>
      inSite(db, siteIn(payload), (tx) => work(tx, payload as Record<string, unknown>)),
    );
  return list;
}

type Run = (payload: unknown, helpers: { abortSignal: AbortSignal }) => Promise<unknown>;

/** The worker keeps an error's message with the job and tells it: it must say nothing of the row that it is about. */
const nameless =
  (run: Run) =>
  async (payload: unknown, helpers: { abortSignal: AbortSignal }): Promise<void> => {
    try {
      await run(payload, helpers);
    } catch (cause) {
      if (cause instanceof DeliveryFault) throw cause;
      throw new Error(errorForLog(cause).message, { cause });
    }
  };

/** @throws where a job carries no site: `queue_job` sees to it that each does. */
const siteIn = (payload: unknown): number => idIn(payload, 'site');

function idIn(payload: unknown, key: string): number {
  const id = (payload as Record<string, unknown> | null)?.[key];
  if (!Number.isInteger(id)) throw new TypeError(`a job without "${key}"`);
  return id as number;
}

async function sendQueued(db: Db, parts: TaskParts, payload: unknown, signal: AbortSignal): Promise<void> {
  const [site, mail] = [siteIn(payload), idIn(payload, 'mail')];
  try {
    if ((await sendMail(db, site, mail, parts, signal)) === 'sent') parts.counts?.sent();
  } catch (fault) {
    if (!(fault instanceof DeliveryFault)) throw fault;
    const isOver = await recordFault(db, site, mail, fault);
    parts.counts?.failed(isOver);
    // A job whose mail is given up is done: the mail itself shows what became of it.
    if (!isOver) throw fault;
    parts.logger.error({ site, mail, reason: fault.message }, 'a mail could not be sent and is given up');
  }
}
