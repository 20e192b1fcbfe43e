import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { createApiJobs } from '#server/api/api-jobs.ts';
import type { Db } from '#server/api/database/connect.ts';
import { runDueJobs } from '#server/api/jobs/start-worker.ts';
import { createMailJobs } from '#server/api/mail/mail-jobs.ts';
import { createMailTransport } from '#server/api/mail/mail-transport.ts';
import type { MailAttachmentBuilders } from '#server/api/mail/send-mail.ts';
import { createLogger } from '#server/http/logger.ts';

export interface ReceivedMail {
  site: number;
  from: string;
  to: string[];
  replyTo: string | undefined;
  subject: string;
  html: string;
  text: string;
  /** Values of the mail's headers by their lower-case names. */
  headers: Record<string, string>;
  attachments: { filename: string; type: string; content: Buffer }[];
  /** Targets of the links in the mail, in order. */
  links: string[];
}

interface MailReaderRunningJobs {
  /**
   * Runs all jobs that are due.
   * @returns the mails that were sent since the last call, oldest first
   */
  deliverPending(): Promise<ReceivedMail[]>;
}

/**
 * Creates a reader of sent mails. Mails are delivered to the folder `outbox` in the test's data folder and read there.
 */
export function createMailReaderRunningJobs(
  api: { db: Db; dataDir: string },
  { attachmentBuilders }: { attachmentBuilders?: MailAttachmentBuilders } = {},
): MailReaderRunningJobs {
  const read = new Set<string>();
  const dir = join(api.dataDir, 'outbox');
  const transport = createMailTransport({ smtpUrl: null, dataDir: api.dataDir });
  const logger = createLogger('silent');
  return {
    async deliverPending() {
      const jobs = createApiJobs({ transport, logger, filesDir: join(api.dataDir, 'files'), dataDir: api.dataDir });
      const tasks = attachmentBuilders ? createMailJobs({ transport, logger, attachmentBuilders }).tasks : jobs.tasks;
      await runDueJobs(api.db, { ...jobs, logger, tasks });
      const names = (await readdir(dir).catch(() => [])).filter((name) => name.endsWith('.eml') && !read.has(name));
      for (const name of names) read.add(name);
      return Promise.all(
        names.sort(compareOutboxNames).map(async (name) => ({
          ...(await parseMail(await readFile(join(dir, name)))),
          site: Number(name.split('-')[1]),
        })),
      );
    },
  };
}

/** Mails are sorted by time and then by id, because mails of one transaction have the same time. */
function compareOutboxNames(a: string, b: string): number {
  const [time = '', , id] = a.split('-');
  const [otherTime = '', , otherId] = b.split('-');
  return time === otherTime
    ? Number.parseInt(id ?? '', 10) - Number.parseInt(otherId ?? '', 10)
    : time < otherTime
      ? -1
      : 1;
}

export async function parseMail(message: Buffer): Promise<Omit<ReceivedMail, 'site'>> {
  const mail: Email = await PostalMime.parse(message, { attachmentEncoding: 'arraybuffer' });
  const html = mail.html ?? '';
  return {
    from: `${mail.from?.name ?? ''} <${mail.from?.address ?? ''}>`,
    to: (mail.to ?? []).map(({ address }) => address ?? ''),
    replyTo: mail.replyTo?.[0]?.address,
    subject: mail.subject ?? '',
    html,
    text: mail.text ?? '',
    headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
    attachments: mail.attachments.map(({ filename, mimeType, content }: Attachment) => ({
      filename: filename ?? '',
      type: mimeType,
      content: Buffer.from(content as ArrayBuffer),
    })),
    links: [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&')),
  };
}

/** Makes all waiting jobs due now, including those that wait for a retry. */
export const makeJobsDue = (db: Db) =>
  db.$client.query(
    'select graphile_worker.reschedule_jobs((select array_agg(id) from graphile_worker.jobs where locked_at is null), now())',
  );
