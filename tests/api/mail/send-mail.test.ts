import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Db } from '#server/api/database/connect.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { registerJobMetrics } from '#server/api/jobs/job-metrics.ts';
import { runDueJobs, startJobWorker, type WorkerOptions } from '#server/api/jobs/start-worker.ts';
import { MailDeliveryError } from '#server/api/mail/delivery-error.ts';
import type { MailContent } from '#server/api/mail/mail-content.ts';
import { createMailJobs, createMailMetrics, type MailJobDependencies } from '#server/api/mail/mail-jobs.ts';
import { eraseSecretsOfUncertainMails } from '#server/api/mail/mail-repository.ts';
import { mails as mailsTable } from '#server/api/mail/mail-tables.ts';
import { createMailTransport } from '#server/api/mail/mail-transport.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { retryFailedMail } from '#server/api/mail/retry-failed-mail.ts';
import { createLogger } from '#server/http/logger.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { startDisconnectingSmtpServer } from '#tests/support/servers/disconnecting-smtp-server.ts';
import { type FakeSmtpServer, startFakeSmtpServer } from '#tests/support/servers/fake-smtp-server.ts';
import { makeJobsDue } from '#tests/support/servers/mail-reader-running-jobs.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { waitForBlockedQuery } from '#tests/support/wait-for-blocked-query.ts';

let database: TestDatabase;
const log: Record<string, unknown>[] = [];
const logger = createLogger('info', { write: (line) => void log.push(JSON.parse(line)) });
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of cleanups.splice(0).reverse()) await close();
});

beforeAll(async () => {
  database = await openTestDatabase();
  await insertSite(database.db, 40);
});

const queue = (overrides: Partial<MailContent> = {}) =>
  withSiteTransaction(database.db, 40, (tx) =>
    queueMail(tx, {
      kind: 'test',
      to: 'anne@customer.example',
      lang: 'fr_FR',
      subject: 'Votre commande',
      blocks: [{ kind: 'text', text: 'Bonjour' }],
      ...overrides,
    }),
  );
const rowOf = async (id: number) => {
  const [row] = await withSiteTransaction(database.db, 40, (tx) =>
    tx.select().from(mailsTable).where(eq(mailsTable.id, id)),
  );
  return row;
};
type Parts = Partial<WorkerOptions & MailJobDependencies>;
const workerOptionsFor = (
  smtpUrl: string,
  { attachmentBuilders = {}, metrics, tasks, ...overrides }: Parts = {},
): WorkerOptions => {
  const transport = createMailTransport({ smtpUrl, dataDir: '' });
  cleanups.push(() => transport.close());
  const mail = createMailJobs({ logger, transport, attachmentBuilders, ...(metrics && { metrics }) });
  return { logger, ...overrides, tasks: { ...mail.tasks, ...tasks }, daily: mail.daily };
};
const catcher = async (port?: number): Promise<FakeSmtpServer> => {
  const started = await startFakeSmtpServer(port);
  cleanups.push(() => started.close());
  return started;
};
const worker = async (smtpUrl: string, overrides: Parts = {}) => {
  const started = await startJobWorker(
    database.connection,
    workerOptionsFor(smtpUrl, { pollIntervalMs: 100, ...overrides }),
  );
  cleanups.push(() => started.close());
  return started;
};
/** The timeout is long because the machine may be busy. */
const waitOptions = { timeout: 60_000, interval: 50 };
const jobsLeft = async () =>
  (await database.db.$client.query('select task_identifier from graphile_worker.jobs')).rows.length;

describe('sending mails over SMTP', { timeout: 90_000 }, () => {
  test('delivers the mail as HTML and text with its attachments from the estate’s address', async () => {
    const smtp = await catcher();
    const content = Buffer.from('%PDF-1.4 the terms');
    await worker(smtp.url, {
      attachmentBuilders: { terms: async () => ({ content, contentType: 'application/pdf' }) },
    });
    const id = await queue({
      subject: 'Votre commande n° 12 – château',
      attachments: [{ filename: 'conditions.pdf', builder: 'terms', key: 'v1' }],
    });
    await vi.waitFor(async () => expect(await rowOf(id)).toMatchObject({ state: 'SENT' }), waitOptions);
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

  test('retries a mail until the server is available again', async () => {
    const before = await startFakeSmtpServer();
    const port = Number(new URL(before.url).port);
    await before.close();
    const id = await queue();
    const workerOptions = workerOptionsFor(before.url);
    await runDueJobs(database.db, workerOptions);
    expect(await rowOf(id)).toMatchObject({ state: 'QUEUED', attempts: 1 });
    expect((await rowOf(id))?.lastError).toContain('ECONNREFUSED');
    const smtp = await catcher(port);
    smtp.rejectWith(451, 'later');
    await makeJobsDue(database.db);
    await runDueJobs(database.db, workerOptions);
    expect(await rowOf(id)).toMatchObject({
      state: 'QUEUED',
      attempts: 2,
      lastError: expect.stringContaining('later'),
    });
    smtp.rejectWith(null);
    await makeJobsDue(database.db);
    await runDueJobs(database.db, workerOptions);
    expect(await rowOf(id)).toMatchObject({ state: 'SENT', attempts: 3, lastError: '' });
    expect(smtp.receivedMails).toHaveLength(1);
  });

  test('marks a mail as failed after ten refusals and logs no address', async () => {
    const smtp = await catcher();
    smtp.rejectWith(550, 'no such person anne@customer.example here');
    const metrics = createMetrics();
    const workerOptions = workerOptionsFor(smtp.url, { metrics: createMailMetrics(metrics) });
    registerJobMetrics(metrics, database.db);
    const id = await queue({ isSecret: true });
    expect(await metrics.registry.metrics()).toContain('cuvee_jobs{state="fresh"} 1');
    expect(await metrics.registry.metrics()).toMatch(/^cuvee_oldest_job_seconds [\d.e+-]+$/m);
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      expect(await rowOf(id)).toMatchObject({ state: 'QUEUED', attempts: attempt - 1 });
      await makeJobsDue(database.db);
      await runDueJobs(database.db, workerOptions);
    }
    expect(await rowOf(id)).toMatchObject({ state: 'FAILED', attempts: 10, html: '', text: '' });
    expect((await rowOf(id))?.lastError).toContain('no such person … here');
    expect(await jobsLeft()).toBe(0);
    const logText = JSON.stringify(log);
    expect(logText).toContain('mail delivery failed');
    expect(logText).not.toContain('customer.example');
    const figures = await metrics.registry.metrics();
    expect(figures).toContain('cuvee_mails_total{result="tried"} 9');
    expect(figures).toContain('cuvee_mails_total{result="given_up"} 1');
  });

  test('delivers a mail once when its job runs twice', async () => {
    const smtp = await catcher();
    const workerOptions = workerOptionsFor(smtp.url);
    const id = await queue();
    const again = () =>
      withSiteTransaction(database.db, 40, (tx) =>
        tx.execute(sql`select queue_job('send-mail', ${JSON.stringify({ mail: id })}::jsonb)`),
      );
    await again();
    await runDueJobs(database.db, workerOptions);
    await again();
    await runDueJobs(database.db, workerOptions);
    expect(smtp.receivedMails).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({ state: 'SENT', attempts: 1 });
  });
});

describe('a mail whose connection is lost', { timeout: 90_000 }, () => {
  const disconnect = async (moment: 'MAIL' | 'CONTENT' | 'SECOND_MAIL') => {
    const started = await startDisconnectingSmtpServer(moment);
    cleanups.push(() => started.close());
    return started;
  };

  test('is sent again after a while under the same Message-ID if its content was sent and it is about an order', async () => {
    const smtp = await disconnect('CONTENT');
    const id = await queue({ orderId: 1, isSecret: true });
    await runDueJobs(database.db, workerOptionsFor(smtp.url));
    expect(await rowOf(id)).toMatchObject({ state: 'UNCERTAIN', attempts: 1 });
    // The job waits, so that a server that is only slow has time to deliver.
    await runDueJobs(database.db, workerOptionsFor(smtp.url));
    expect([smtp.readMails(), await jobsLeft()]).toEqual([1, 1]);
    const accepting = await catcher();
    await makeJobsDue(database.db);
    await runDueJobs(database.db, workerOptionsFor(accepting.url));
    expect(await rowOf(id)).toMatchObject({ state: 'SENT', attempts: 2, text: '' });
    const [again] = accepting.receivedMails;
    expect(again?.headers['message-id']).toBe(smtp.lastMessageId());
    expect(await jobsLeft()).toBe(0);
  });

  test('is sent three times if its delivery stays uncertain, and again only when staff retry it', async () => {
    const smtp = await disconnect('CONTENT');
    const id = await queue({ orderId: 1, isSecret: true });
    for (let attempt = 1; attempt <= 4; attempt++) {
      await runDueJobs(database.db, workerOptionsFor(smtp.url));
      await makeJobsDue(database.db);
    }
    expect(await rowOf(id)).toMatchObject({ state: 'UNCERTAIN', attempts: 3 });
    expect((await rowOf(id))?.lastError).toMatch(/^EUNCERTAIN: /);
    expect((await rowOf(id))?.text).toContain('Bonjour');
    expect([smtp.readMails(), await jobsLeft()]).toEqual([3, 0]);
    const retried = await withSiteTransaction(database.db, 40, (tx) => retryFailedMail(tx, id));
    expect(retried).toEqual({ ok: true, value: 'UNCERTAIN' });
    const accepting = await catcher();
    await runDueJobs(database.db, workerOptionsFor(accepting.url));
    expect(await rowOf(id)).toMatchObject({ state: 'SENT', text: '' });
    expect(accepting.receivedMails).toHaveLength(1);
  });

  test('stays queued if its content was sent and it is about no order', async () => {
    const smtp = await disconnect('CONTENT');
    const id = await queue();
    await runDueJobs(database.db, workerOptionsFor(smtp.url));
    expect(await rowOf(id)).toMatchObject({ state: 'QUEUED', attempts: 1 });
    expect(smtp.readMails()).toBe(1);
    await withSiteTransaction(database.db, 40, (tx) => tx.delete(mailsTable).where(eq(mailsTable.id, id)));
    await makeJobsDue(database.db);
    await runDueJobs(database.db, workerOptionsFor(smtp.url));
  });

  test('is sent again if its content was not sent', async () => {
    const smtp = await disconnect('MAIL');
    const id = await queue({ orderId: 1 });
    await runDueJobs(database.db, workerOptionsFor(smtp.url));
    expect(await rowOf(id)).toMatchObject({ state: 'QUEUED', attempts: 1 });
    const accepting = await catcher();
    await makeJobsDue(database.db);
    await runDueJobs(database.db, workerOptionsFor(accepting.url));
    expect(await rowOf(id)).toMatchObject({ state: 'SENT', attempts: 2 });
  });

  test('is sent over a new connection at once if the lost one had carried another mail before', async () => {
    const smtp = await disconnect('SECOND_MAIL');
    const workerOptions = workerOptionsFor(smtp.url);
    for (const count of [1, 2, 3]) {
      const id = await queue({ orderId: 1 });
      await runDueJobs(database.db, workerOptions);
      expect(await rowOf(id)).toMatchObject({ state: 'SENT', attempts: 1 });
      expect(smtp.readMails()).toBe(count);
    }
  });

  test('counts no failure once another worker has sent it', async () => {
    const id = await queue();
    const metrics = { sent: vi.fn(), failed: vi.fn() };
    let otherWorker: Promise<unknown> | undefined;
    const transport = {
      async send() {
        otherWorker = withSiteTransaction(database.db, 40, (tx) =>
          tx.update(mailsTable).set({ state: 'SENT' }).where(eq(mailsTable.id, id)),
        );
        await waitForBlockedQuery(database.db);
        throw new MailDeliveryError('delivery timed out');
      },
      close() {},
    };
    const { tasks } = createMailJobs({ logger, transport, attachmentBuilders: {}, metrics });
    const signal = new AbortController().signal;
    // PostgreSQL may let the transaction that records the failure change the row before the one that waits for it.
    // New connections therefore wait until the other worker's transaction has ended.
    const { db: connected } = database;
    const pool = Object.create(connected.$client, {
      connect: { value: () => Promise.resolve(otherWorker).then(() => connected.$client.connect()) },
    });
    const db: Db = Object.create(connected, { $client: { value: pool } });
    log.length = 0;
    await tasks['send-mail']?.({ db, siteId: 40, payload: { mail: id }, signal });
    expect(metrics.failed).not.toHaveBeenCalled();
    expect(log).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ state: 'SENT', lastError: '' });
    await runDueJobs(database.db, workerOptionsFor('smtp://127.0.0.1:1'));
  });

  test('loses its secret link if it is uncertain and older than a week', async () => {
    const id = await queue({ orderId: 1, isSecret: true });
    const change = (values: Partial<typeof mailsTable.$inferInsert>) =>
      withSiteTransaction(database.db, 40, (tx) => tx.update(mailsTable).set(values).where(eq(mailsTable.id, id)));
    await change({ state: 'UNCERTAIN' });
    const erase = () => withSiteTransaction(database.db, 40, (tx) => eraseSecretsOfUncertainMails(tx, 7));
    await erase();
    expect((await rowOf(id))?.text).toContain('Bonjour');
    await change({ createdAt: new Date(Date.now() - 8 * 86_400_000) });
    await erase();
    expect((await rowOf(id))?.text).toBe('');
    await runDueJobs(database.db, workerOptionsFor('smtp://127.0.0.1:1'));
  });
});

test('an attachment that cannot be created counts as a failed attempt and is named in the error', async () => {
  const smtp = await catcher();
  const id = await queue({ attachments: [{ filename: 'a.pdf', builder: 'missing', key: '' }] });
  await runDueJobs(database.db, workerOptionsFor(smtp.url));
  expect(await rowOf(id)).toMatchObject({
    state: 'QUEUED',
    attempts: 1,
    lastError: 'unknown attachment builder "missing"',
  });
  expect(smtp.receivedMails).toEqual([]);
  await makeJobsDue(database.db);
  const sending = {
    attachmentBuilders: { missing: async () => ({ content: Buffer.from('x'), contentType: 'text/plain' }) },
  };
  await runDueJobs(database.db, workerOptionsFor(smtp.url, sending));
  expect(await rowOf(id)).toMatchObject({ state: 'SENT' });
});

describe('mail workers', { timeout: 120_000 }, () => {
  test('two workers send each mail once', async () => {
    const smtp = await catcher();
    await Promise.all([worker(smtp.url), worker(smtp.url)]);
    const ids = await Promise.all(Array.from({ length: 30 }, (_, index) => queue({ subject: `Mail ${index}` })));
    await vi.waitFor(async () => {
      const rows = await Promise.all(ids.map(rowOf));
      expect(rows.filter((row) => row?.state !== 'SENT')).toEqual([]);
    }, waitOptions);
    expect(new Set(smtp.receivedMails.map(({ subject }) => subject)).size).toBe(30);
    expect(smtp.receivedMails).toHaveLength(30);
  });

  test('a worker continues after the database has closed all connections', async () => {
    const smtp = await catcher();
    await worker(smtp.url);
    const first = await queue({ subject: 'before' });
    await vi.waitFor(async () => expect(await rowOf(first)).toMatchObject({ state: 'SENT' }), waitOptions);
    for (let round = 0; round < 3; round += 1) {
      await database.db.$client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      );
      const id = await vi.waitFor(() => queue({ subject: `after ${round}` }), waitOptions);
      await vi.waitFor(async () => expect(await rowOf(id)).toMatchObject({ state: 'SENT' }), waitOptions);
    }
    expect(smtp.receivedMails.map(({ subject }) => subject)).toEqual(['before', 'after 0', 'after 1', 'after 2']);
  });

  test('a worker that runs alone takes over the job of a killed worker immediately', async () => {
    const smtp = await catcher();
    const id = await queue();
    await database.db.$client.query(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a killed one', attempts = 1`,
    );
    await worker(smtp.url, { isAlone: true });
    await vi.waitFor(async () => expect(await rowOf(id)).toMatchObject({ state: 'SENT' }), waitOptions);
  });

  test('a worker finishes its current job before it closes', async () => {
    const jobStarted = Promise.withResolvers<void>();
    const started = await worker('smtp://127.0.0.1:1', {
      tasks: {
        slow: async () => {
          jobStarted.resolve();
          await sleep(500);
        },
      },
    });
    await withSiteTransaction(database.db, 40, (tx) => tx.execute(sql`select queue_job('slow', '{}')`));
    await jobStarted.promise;
    await started.close();
    expect(await jobsLeft()).toBe(0);
  });

  test('a worker closes without waiting for an unresponsive mail server', async () => {
    const jobStarted = Promise.withResolvers<void>();
    const silentServer = createServer(() => jobStarted.resolve()).listen(0, '127.0.0.1');
    cleanups.push(() => silentServer.close());
    await new Promise((resolve) => silentServer.once('listening', resolve));
    const address = silentServer.address() as { port: number };
    const started = await worker(`smtp://127.0.0.1:${address.port}`);
    const id = await queue();
    await jobStarted.promise;
    await started.close();
    await vi.waitFor(async () => expect(await rowOf(id)).toMatchObject({ state: 'QUEUED', attempts: 0 }), waitOptions);
    const smtp = await catcher();
    const workerOptions = workerOptionsFor(smtp.url);
    await vi.waitFor(async () => {
      await makeJobsDue(database.db);
      await runDueJobs(database.db, workerOptions);
      expect(smtp.receivedMails).toHaveLength(1);
    }, waitOptions);
  });
});
