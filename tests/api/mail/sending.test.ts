import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { countJobs } from '#server/api/jobs/job-metrics.ts';
import { runDueJobs, startWorker, type WorkerOptions } from '#server/api/jobs/start-worker.ts';
import { createMailCounts } from '#server/api/mail/mail-counts.ts';
import { createMailJobs, type MailJobDependencies } from '#server/api/mail/mail-jobs.ts';
import { mails as mailsTable } from '#server/api/mail/mail-tables.ts';
import { createMailTransport } from '#server/api/mail/mail-transport.ts';
import type { OutgoingMail } from '#server/api/mail/outgoing-mail.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { createLogger } from '#server/http/logger.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { type FakeSmtpServer, startFakeSmtpServer } from '#tests/support/servers/fake-smtp-server.ts';
import { makeJobsDue } from '#tests/support/servers/read-test-mails.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';

let database: TestDatabase;
const log: Record<string, unknown>[] = [];
const logger = createLogger('info', { write: (line) => void log.push(JSON.parse(line)) });
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

beforeAll(async () => {
  database = await openTestDatabase();
  await insertSite(database.db, 40);
});

const queue = (more: Partial<OutgoingMail> = {}) =>
  withSiteTransaction(database.db, 40, (tx) =>
    queueMail(tx, {
      kind: 'test',
      to: 'anne@customer.example',
      lang: 'fr_FR',
      subject: 'Votre commande',
      blocks: [{ kind: 'text', text: 'Bonjour' }],
      ...more,
    }),
  );
const rowOf = async (id: number) => {
  const [row] = await withSiteTransaction(database.db, 40, (tx) =>
    tx.select().from(mailsTable).where(eq(mailsTable.id, id)),
  );
  return row;
};
type Parts = Partial<WorkerOptions & MailJobDependencies>;
const partsFor = (smtpUrl: string, { attachmentBuilders = {}, counts, tasks, ...more }: Parts = {}): WorkerOptions => {
  const transport = createMailTransport({ smtpUrl, dataDir: '' });
  closing.push(() => transport.close());
  const mail = createMailJobs({ logger, transport, attachmentBuilders, ...(counts && { counts }) });
  return { logger, ...more, tasks: { ...mail.tasks, ...tasks }, daily: mail.daily };
};
const catcher = async (port?: number): Promise<FakeSmtpServer> => {
  const made = await startFakeSmtpServer(port);
  closing.push(() => made.close());
  return made;
};
const worker = async (smtpUrl: string, more: Parts = {}) => {
  const made = await startWorker(database.connection, partsFor(smtpUrl, { pollIntervalMs: 100, ...more }));
  closing.push(() => made.close());
  return made;
};
/** On a machine that has much to do, everything takes its time. */
const soon = { timeout: 60_000, interval: 50 };
const jobsLeft = async () =>
  (await database.db.$client.query('select task_identifier from graphile_worker.jobs')).rows.length;

describe('a mail server', { timeout: 90_000 }, () => {
  test('gets the mail as HTML and text, with its files, from the estate', async () => {
    const smtp = await catcher();
    const content = Buffer.from('%PDF-1.4 the terms');
    await worker(smtp.url, {
      attachmentBuilders: { terms: async () => ({ content, contentType: 'application/pdf' }) },
    });
    const id = await queue({
      subject: 'Votre commande n° 12 – château',
      attachments: [{ filename: 'conditions.pdf', maker: 'terms', key: 'v1' }],
    });
    await vi.waitFor(async () => expect(await rowOf(id)).toMatchObject({ state: 'SENT' }), soon);
    expect(smtp.receivedMails).toHaveLength(1);
    const [mail] = smtp.receivedMails;
    expect(mail).toMatchObject({
      envelope: { from: 'contact@estate-40.example', to: ['anne@customer.example'] },
      from: 'Estate 40 <contact@estate-40.example>',
      subject: 'Votre commande n° 12 – château',
      attachments: [{ filename: 'conditions.pdf', type: 'application/pdf', content }],
    });
    expect(mail?.html).toContain('<html lang="fr-FR">');
    expect(mail?.text).toContain('Bonjour');
    expect(mail?.headers['message-id']).toMatch(new RegExp(`^<40\\.${id}\\.\\w+@estate-40\\.example>$`));
    expect(mail?.headers['auto-submitted']).toBe('auto-generated');
  });

  test('that is down gets the mail when it is back, under the same id', async () => {
    const before = await startFakeSmtpServer();
    const port = Number(new URL(before.url).port);
    await before.close();
    const id = await queue();
    const parts = partsFor(before.url);
    await runDueJobs(database.db, parts);
    expect(await rowOf(id)).toMatchObject({ state: 'QUEUED', attempts: 1 });
    expect((await rowOf(id))?.lastError).toContain('ECONNREFUSED');
    const smtp = await catcher(port);
    smtp.rejectWith(451, 'later');
    await makeJobsDue(database.db);
    await runDueJobs(database.db, parts);
    expect(await rowOf(id)).toMatchObject({
      state: 'QUEUED',
      attempts: 2,
      lastError: expect.stringContaining('later'),
    });
    smtp.rejectWith(null);
    await makeJobsDue(database.db);
    await runDueJobs(database.db, parts);
    expect(await rowOf(id)).toMatchObject({ state: 'SENT', attempts: 3, lastError: '' });
    expect(smtp.receivedMails).toHaveLength(1);
  });

  test('that refuses ten times is given up, visibly, and nobody is named in the log', async () => {
    const smtp = await catcher();
    smtp.rejectWith(550, 'no such person anne@customer.example here');
    const metrics = createMetrics();
    const parts = partsFor(smtp.url, { counts: createMailCounts(metrics.registry) });
    countJobs(metrics.registry, database.db);
    const id = await queue({ isSecret: true });
    expect(await metrics.registry.metrics()).toContain('cuvee_jobs{state="fresh"} 1');
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      expect(await rowOf(id)).toMatchObject({ state: 'QUEUED', attempts: attempt - 1 });
      await makeJobsDue(database.db);
      await runDueJobs(database.db, parts);
    }
    expect(await rowOf(id)).toMatchObject({ state: 'FAILED', attempts: 10, html: '', text: '' });
    expect((await rowOf(id))?.lastError).toContain('no such person … here');
    expect(await jobsLeft()).toBe(0);
    const told = JSON.stringify(log);
    expect(told).toContain('given up');
    expect(told).not.toContain('customer.example');
    const figures = await metrics.registry.metrics();
    expect(figures).toContain('cuvee_mails_total{result="tried"} 9');
    expect(figures).toContain('cuvee_mails_total{result="given_up"} 1');
  });

  test('is not asked twice by a job that runs twice', async () => {
    const smtp = await catcher();
    const parts = partsFor(smtp.url);
    const id = await queue();
    const again = () =>
      withSiteTransaction(database.db, 40, (tx) =>
        tx.execute(sql`select queue_job('send-mail', ${JSON.stringify({ mail: id })}::jsonb)`),
      );
    await again();
    await runDueJobs(database.db, parts);
    await again();
    await runDueJobs(database.db, parts);
    expect(smtp.receivedMails).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({ state: 'SENT', attempts: 1 });
  });
});

test('a file that cannot be made counts as an attempt, and says which', async () => {
  const smtp = await catcher();
  const id = await queue({ attachments: [{ filename: 'a.pdf', maker: 'nobody', key: '' }] });
  await runDueJobs(database.db, partsFor(smtp.url));
  expect(await rowOf(id)).toMatchObject({
    state: 'QUEUED',
    attempts: 1,
    lastError: 'nothing makes "nobody" for a mail',
  });
  expect(smtp.receivedMails).toEqual([]);
  await makeJobsDue(database.db);
  const sending = {
    attachmentBuilders: { nobody: async () => ({ content: Buffer.from('x'), contentType: 'text/plain' }) },
  };
  await runDueJobs(database.db, partsFor(smtp.url, sending));
  expect(await rowOf(id)).toMatchObject({ state: 'SENT' });
});

describe('workers', { timeout: 120_000 }, () => {
  test('share the jobs: each mail is sent once', async () => {
    const smtp = await catcher();
    await Promise.all([worker(smtp.url), worker(smtp.url)]);
    const ids = await Promise.all(Array.from({ length: 30 }, (_, index) => queue({ subject: `Mail ${index}` })));
    await vi.waitFor(async () => {
      const rows = await Promise.all(ids.map(rowOf));
      expect(rows.filter((row) => row?.state !== 'SENT')).toEqual([]);
    }, soon);
    expect(new Set(smtp.receivedMails.map(({ subject }) => subject)).size).toBe(30);
    expect(smtp.receivedMails).toHaveLength(30);
  });

  test('go on after the database has ended all their connections', async () => {
    const smtp = await catcher();
    await worker(smtp.url);
    const first = await queue({ subject: 'before' });
    await vi.waitFor(async () => expect(await rowOf(first)).toMatchObject({ state: 'SENT' }), soon);
    for (let round = 0; round < 3; round += 1) {
      await database.db.$client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      );
      const id = await vi.waitFor(() => queue({ subject: `after ${round}` }), soon);
      await vi.waitFor(async () => expect(await rowOf(id)).toMatchObject({ state: 'SENT' }), soon);
    }
    expect(smtp.receivedMails.map(({ subject }) => subject)).toEqual(['before', 'after 0', 'after 1', 'after 2']);
  });

  test('take up at once what a killed one had begun, where it was the only one', async () => {
    const smtp = await catcher();
    const id = await queue();
    await database.db.$client.query(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a killed one', attempts = 1`,
    );
    await worker(smtp.url, { isAlone: true });
    await vi.waitFor(async () => expect(await rowOf(id)).toMatchObject({ state: 'SENT' }), soon);
  });

  test('that are closed end what they are at', async () => {
    const begun = Promise.withResolvers<void>();
    const made = await worker('smtp://127.0.0.1:1', {
      tasks: {
        slow: async () => {
          begun.resolve();
          await sleep(500);
        },
      },
    });
    await withSiteTransaction(database.db, 40, (tx) => tx.execute(sql`select queue_job('slow', '{}')`));
    await begun.promise;
    await made.close();
    expect(await jobsLeft()).toBe(0);
  });

  test('that are closed do not wait for a mail server that says nothing', async () => {
    const begun = Promise.withResolvers<void>();
    const silent = createServer(() => begun.resolve()).listen(0, '127.0.0.1');
    closing.push(() => silent.close());
    await new Promise((resolve) => silent.once('listening', resolve));
    const address = silent.address() as { port: number };
    const made = await worker(`smtp://127.0.0.1:${address.port}`);
    const id = await queue();
    await begun.promise;
    await made.close();
    await vi.waitFor(async () => expect(await rowOf(id)).toMatchObject({ state: 'QUEUED', attempts: 0 }), soon);
    const smtp = await catcher();
    const parts = partsFor(smtp.url);
    await vi.waitFor(async () => {
      await makeJobsDue(database.db);
      await runDueJobs(database.db, parts);
      expect(smtp.receivedMails).toHaveLength(1);
    }, soon);
  });
});
