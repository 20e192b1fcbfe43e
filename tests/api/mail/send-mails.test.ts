import { beforeAll, beforeEach, expect, test } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { runDueJobs } from '#server/api/jobs/start-worker.ts';
import { MailDeliveryError } from '#server/api/mail/delivery-error.ts';
import type { MailContent } from '#server/api/mail/mail-content.ts';
import { createMailJobs } from '#server/api/mail/mail-jobs.ts';
import { mails } from '#server/api/mail/mail-tables.ts';
import type { ComposedMail } from '#server/api/mail/mail-transport.ts';
import { queueMails } from '#server/api/mail/queue-mail.ts';
import { createLogger } from '#server/http/logger.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { readMails } from '#tests/support/fixtures/seed-order.ts';
import { makeJobsDue } from '#tests/support/servers/mail-reader-running-jobs.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const database = await openTestDatabase();
const { db } = database;
const log: Record<string, unknown>[] = [];
const logger = createLogger('info', { write: (line) => void log.push(JSON.parse(line)) });

beforeAll(() => insertSite(db, 40));
beforeEach(() => withSiteTransaction(db, 40, (tx) => tx.delete(mails)));

const content = (to: string, overrides: Partial<MailContent> = {}): MailContent => ({
  kind: 'test',
  to,
  lang: 'fr_FR',
  subject: 'Votre commande',
  blocks: [{ kind: 'text', text: `Bonjour ${to}` }],
  ...overrides,
});
const queue = (contents: readonly MailContent[]) => withSiteTransaction(db, 40, (tx) => queueMails(tx, contents));

/** Runs the due jobs with a transport that records what it sends, and that calls `check` first. */
async function send(check: (mail: ComposedMail) => void = () => {}): Promise<ComposedMail['message'][]> {
  const sent: ComposedMail['message'][] = [];
  const transport = {
    send: async (mail: ComposedMail) => {
      check(mail);
      sent.push(mail.message);
    },
    close: () => {},
  };
  await makeJobsDue(db);
  await runDueJobs(db, { ...createMailJobs({ logger, transport, attachmentBuilders: {} }), logger });
  return sent;
}
const addressOf = ({ to }: ComposedMail['message']) => (to as { address: string }).address;
const states = async () => (await readMails(database, 40)).map(({ recipient, state }) => [recipient, state]);

test('one job renders the mails of a transaction and sends them in their order', async () => {
  await queue([content('anne@mail.example'), content('estate', { to: 'estate' })]);
  const { rows } = await db.$client.query('select task_identifier as task from graphile_worker.jobs');
  expect(rows).toEqual([{ task: 'send-mails' }]);
  const sent = await send();
  expect(sent.map(addressOf).sort()).toEqual(['anne@mail.example', 'contact@estate-40.example']);
  expect(sent.find((mail) => addressOf(mail) === 'anne@mail.example')?.html).toContain('Bonjour anne@mail.example');
  const stored = await readMails(database, 40);
  expect(stored.map(({ state, draft, attempts }) => [state, draft, attempts])).toEqual([
    ['SENT', null, 1],
    ['SENT', null, 1],
  ]);
  expect(stored[0]?.html).toBe(sent.find((mail) => addressOf(mail) === 'anne@mail.example')?.html);
});

test('a mail that fails is sent again without the others, under the same Message-ID', async () => {
  await queue([content('anne@mail.example'), content('ben@mail.example')]);
  const ids: unknown[] = [];
  const first = await send(({ message }) => {
    if (addressOf(message) !== 'ben@mail.example') return;
    ids.push(message.messageId);
    throw new MailDeliveryError('the mailbox is full');
  });
  expect(first.map(addressOf)).toEqual(['anne@mail.example']);
  expect(await states()).toEqual([
    ['anne@mail.example', 'SENT'],
    ['ben@mail.example', 'QUEUED'],
  ]);
  const second = await send();
  expect(second.map(addressOf)).toEqual(['ben@mail.example']);
  expect(second[0]?.messageId).toBe(ids[0]);
  expect(second[0]?.html).toContain('Bonjour ben@mail.example');
  expect(await states()).toEqual([
    ['anne@mail.example', 'SENT'],
    ['ben@mail.example', 'SENT'],
  ]);
});

test('the content of a secret mail is erased once it has been sent', async () => {
  await queue([content('anne@mail.example', { isSecret: true })]);
  expect(await send()).toHaveLength(1);
  expect((await readMails(database, 40))[0]).toMatchObject({ html: '', text: '', draft: null, state: 'SENT' });
});

test('a mail that cannot be rendered fails with its reason, and staff can retry it', async () => {
  await queue([
    content('anne@mail.example', { blocks: [{ kind: 'link', label: 'x', href: 'javascript:alert(1)' }] }),
    content('ben@mail.example'),
  ]);
  expect((await send()).map(addressOf)).toEqual(['ben@mail.example']);
  const [failed] = await readMails(database, 40);
  expect(failed).toMatchObject({ state: 'FAILED', draft: { to: 'anne@mail.example' } });
  expect(failed?.lastError).not.toBe('');
  expect(log.some(({ code, mail }) => code === 'mail_not_rendered' && mail === failed?.id)).toBe(true);
});

test('no mail is queued by a transaction whose mails cannot be stored', async () => {
  await db.$client.query(`alter table mails add constraint no_carl check (recipient <> 'carl@mail.example') not valid`);
  const queued = withSiteTransaction(db, 40, async (tx) => {
    await queueMails(tx, [content('carl@mail.example')]);
    return 'placed';
  });
  await expect(queued).rejects.toMatchObject({ code: '23514' });
  await db.$client.query('alter table mails drop constraint no_carl');
  expect([await states(), await send()]).toEqual([[], []]);
});
