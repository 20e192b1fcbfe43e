import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { MailDeliveryError, markReasonAsUncertainDelivery } from '#server/api/mail/delivery-error.ts';
import type { ComposedMail, MailTransport } from '#server/api/mail/mail-transport.ts';
import { sendBatch } from '#server/api/newsletter/issues/send-batch.ts';
import { deleteSubscriptionsByEmails, exportSubscriptionsOfEmail } from '#server/api/newsletter/newsletter.ts';
import {
  newsletterIssues,
  newsletterRecipients,
  newsletterSubscriptions,
} from '#server/api/newsletter/newsletter-tables.ts';
import { parameters } from '#server/api/site/site-tables.ts';
import { createLogger } from '#server/http/logger.ts';
import type { EditableItem } from '#shared/admin/admin-contract.ts';
import type { Lang } from '#shared/languages.ts';
import { resolveLocalized } from '#shared/localized.ts';
import type { NewsletterIssueProgress } from '#shared/newsletter/newsletter-issue-contract.ts';
import { createMailbox, seedEstates40And41, withNewClientAddress } from '#tests/support/fixtures/account-fixtures.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { type CallOptions, startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const mailbox = createMailbox(api);
let admin: Customer;
let otherAdmin: Customer;

beforeAll(async () => {
  await seedEstates40And41(api);
  for (const site of [40, 41])
    await withSiteTransaction(api.db, site, (tx) =>
      tx.insert(parameters).values({ type: 'HEAD_OFFICE', value: '1 rue du Chai\n16100 Cognac' }),
    );
  admin = await createCustomer(api, { role: 'ADMIN' });
  otherAdmin = await createCustomer(api, { site: 41, role: 'ADMIN' });
});

const runInSite = <T>(work: Parameters<typeof withSiteTransaction<T>>[2], site = 40) =>
  withSiteTransaction(api.db, site, work);

beforeEach(() => runInSite((tx) => tx.delete(newsletterSubscriptions)));

async function subscribe(email: string, lang: Lang = 'fr_FR', listId = 1): Promise<string> {
  const [row] = await runInSite((tx) =>
    tx
      .insert(newsletterSubscriptions)
      .values({ email, emailKey: email, listId, lang })
      .returning({ token: newsletterSubscriptions.unsubscribeToken }),
  );
  return row?.token ?? '';
}

const call = (path: string, options: CallOptions = {}, user = admin) =>
  api.call(`/admin/newsletter-issue${path}`, { site: user.site, headers: user.headers, ...options });
const readSending = async (id: number): Promise<NewsletterIssueProgress> =>
  JSON.parse((await call(`/${id}/sending`)).text).data;

const content = {
  newsletterList: 1,
  subject: { fr_FR: 'Les vendanges', en: 'The harvest' },
  preheader: { fr_FR: 'Elles commencent', en: 'It begins' },
  blocks: [
    { block: 'heading', title: { fr_FR: 'Bonjour', en: 'Hello' } },
    {
      block: 'text',
      body: {
        html: '<p>Venez <a href="/wines">voir</a> et <a title="Nos > visites" href="/visits">visiter</a>.</p><script>alert(1)</script>',
      },
    },
    { block: 'button', label: 'Nos vins', target: '/wines' },
    { block: 'divider' },
  ],
};

async function createIssue(change: object = {}): Promise<number> {
  const created = await call('', { method: 'POST', body: { item: { ...content, ...change } } });
  expect([created.status, created.message]).toEqual([200, '']);
  return JSON.parse(created.text).data.key;
}

const send = (id: number, body: object = {}, user = admin) =>
  call(`/${id}/sending`, { method: 'POST', body: { revision: 1, sendAt: null, ...body } }, user);
const control = (id: number, action: string) => call(`/${id}/sending`, { method: 'PUT', body: { action } });

const recipientOf = ({ message }: ComposedMail) => (message.to as { address: string }).address;

type Deliver = (mail: ComposedMail) => Promise<void> | void;

/** Runs the next batch of an issue at once. The rate limit determines only its size. */
async function runBatch(issue: number, deliver: Deliver, mailsPerSecond = 100) {
  await runInSite((tx) => tx.update(newsletterIssues).set({ nextBatchAt: null }));
  await runBatchIfAllowed(issue, deliver, mailsPerSecond);
}

/** Runs the next batch if the rate limit allows one now. */
async function runBatchIfAllowed(issue: number, deliver: Deliver, mailsPerSecond = 100) {
  const transport: MailTransport = { send: async (mail) => void (await deliver(mail)), close: () => {} };
  const job = { db: api.db, siteId: 40, payload: { issue }, signal: new AbortController().signal };
  await sendBatch(job, { transport, logger: createLogger('silent'), mailsPerSecond });
}

/** Makes the recipients that wait for another attempt due now. */
const makeDue = (issue: number) =>
  runInSite((tx) =>
    tx
      .update(newsletterRecipients)
      .set({ dueAt: sql`now() - interval '1 second'` })
      .where(eq(newsletterRecipients.issueId, issue)),
  );

/** Checks whether the next batch of a newsletter issue is planned for more than 30 s from now. */
async function isWaiting(issue: number): Promise<boolean> {
  const [row] = await runInSite((tx) =>
    tx
      .select({ isWaiting: sql<boolean>`${newsletterIssues.nextBatchAt} > now() + interval '30 seconds'` })
      .from(newsletterIssues)
      .where(eq(newsletterIssues.id, issue)),
  );
  return row?.isWaiting ?? false;
}

describe('sending a newsletter issue', () => {
  test('mails every subscriber with an unsubscription link, and keeps the figures', async () => {
    const token = await subscribe('anne@mail.example');
    await subscribe('ben@mail.example', 'en');
    await subscribe('primeurs@mail.example', 'fr_FR', 2);
    const id = await createIssue();
    const answer = await send(id);
    expect([answer.status, answer.message]).toEqual([200, '']);
    const [mail] = await mailbox.mailsFor('anne@mail.example');
    expect(mail).toMatchObject({ subject: 'Les vendanges', site: 40 });
    const url = mail?.links.find((link) => link.includes('/newsletter/unsubscribe/')) ?? '';
    expect(url).toContain(`/newsletter/unsubscribe/${token}`);
    expect(mail?.headers['list-unsubscribe']).toBe(`<${url}>`);
    expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    for (const text of [mail?.html, mail?.text]) {
      expect(text).toMatch(/La\slettre/);
      expect(text).toContain('16100 Cognac');
      expect(text).toContain(token);
    }
    expect(mail?.html).not.toContain('<script');
    expect(mail?.html).toMatch(/<a href="https?:\/\/[^"]+\/wines"/);
    expect(mail?.html).toMatch(/<a href="https?:\/\/[^"]+\/visits"/);
    expect(mail?.html).toContain('Elles commencent');
    // The estate has no English pages, so a subscriber in English gets the mail in French.
    expect((await mailbox.mailsFor('ben@mail.example'))[0]?.subject).toBe('Les vendanges');
    expect(await mailbox.mailsFor('primeurs@mail.example')).toEqual([]);
    const unsubscribe = { method: 'PUT', body: { token } } as const;
    expect((await api.call('/newsletter/unsubscribe', withNewClientAddress(unsubscribe))).status).toBe(200);
    expect(await readSending(id)).toMatchObject({
      state: 'SENT',
      list: 'La lettre',
      recipients: { total: 2, sent: 2, waiting: 0, failed: 0, uncertain: 0, skipped: 0, unsubscribed: 1 },
    });
  });

  test('sends no mail twice if the worker is killed during a batch', async () => {
    for (const name of ['a', 'b', 'c']) await subscribe(`${name}@mail.example`);
    const id = await createIssue();
    await send(id);
    const received: string[] = [];
    // The worker is killed after the mail server has accepted the second mail and before the result is recorded.
    const killed = Promise.withResolvers<void>();
    void runBatch(id, (mail) => {
      received.push(recipientOf(mail));
      if (received.length < 2) return;
      killed.resolve();
      return new Promise(() => {});
    });
    await killed.promise;
    await runBatch(id, (mail) => void received.push(recipientOf(mail)));
    expect(received.toSorted()).toEqual(['a@mail.example', 'b@mail.example', 'c@mail.example']);
    await runInSite((tx) => tx.update(newsletterRecipients).set({ claimedAt: sql`now() - interval '10 minutes'` }));
    await runBatch(id, (mail) => void received.push(recipientOf(mail)));
    expect(received).toHaveLength(3);
    expect(await readSending(id)).toMatchObject({
      state: 'SENT',
      recipients: { sent: 2, failed: 1, uncertain: 1 },
      failures: [{ email: received[1], reason: expect.stringContaining('may have been delivered'), isUncertain: true }],
    });
    expect((await control(id, 'RETRY')).status).toBe(409);
  });

  test('skips subscribers who unsubscribe or are erased before their turn', async () => {
    const token = await subscribe('leaves@mail.example');
    await subscribe('erased@mail.example');
    await subscribe('stays@mail.example');
    const id = await createIssue();
    await send(id);
    await api.call('/newsletter/unsubscribe', withNewClientAddress({ method: 'PUT', body: { token } }));
    await runInSite((tx) =>
      tx.delete(newsletterSubscriptions).where(eq(newsletterSubscriptions.email, 'erased@mail.example')),
    );
    const received: string[] = [];
    await runBatch(id, (mail) => void received.push(recipientOf(mail)));
    expect(received).toEqual(['stays@mail.example']);
    expect(await readSending(id)).toMatchObject({ state: 'SENT', recipients: { sent: 1, skipped: 2 } });
  });

  test('exports the issues that were sent to a person, and deletes the reasons of failures with the subscriptions', async () => {
    await subscribe('anne@mail.example');
    await subscribe('full@mail.example');
    const id = await createIssue();
    await send(id);
    await runBatch(id, (mail) => {
      if (recipientOf(mail).startsWith('full')) throw new MailDeliveryError('EENVELOPE: 552 mailbox of Anne Full');
    });
    const issuesOf = async (email: string) =>
      (
        await runInSite((tx) => exportSubscriptionsOfEmail(tx, email, (text) => resolveLocalized(text, 'en', 'fr_FR')))
      )[0]?.issues;
    expect(await issuesOf('anne@mail.example')).toEqual([
      { subject: 'The harvest', state: 'SENT', sentAt: expect.any(String) },
    ]);
    expect(await issuesOf('full@mail.example')).toEqual([{ subject: 'The harvest', state: 'FAILED', sentAt: null }]);
    await runInSite((tx) => deleteSubscriptionsByEmails(tx, ['full@mail.example']));
    expect(await readSending(id)).toMatchObject({ recipients: { failed: 1 }, failures: [{ email: null, reason: '' }] });
    expect(await issuesOf('anne@mail.example')).toHaveLength(1);
  });

  test('keeps no email address of an erased subscriber', async () => {
    await subscribe('secret@mail.example');
    const id = await createIssue();
    await send(id);
    await runBatch(id, () => {
      throw new MailDeliveryError('EENVELOPE: 550 no such user');
    });
    expect((await readSending(id)).failures).toMatchObject([{ email: 'secret@mail.example' }]);
    await runInSite((tx) => tx.delete(newsletterSubscriptions));
    expect((await readSending(id)).failures).toMatchObject([{ email: null, reason: 'EENVELOPE: 550 no such user' }]);
    const { rows } = await api.db.$client.query('select * from newsletter_recipients');
    expect(JSON.stringify(rows)).not.toContain('secret');
  });

  test('sends at most as many mails in a batch as the rate limit allows, and queues the next batch later', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await subscribe(`${name}@mail.example`);
    const id = await createIssue();
    await send(id);
    const received: string[] = [];
    await runBatch(id, (mail) => void received.push(recipientOf(mail)), 1);
    expect(received).toHaveLength(2);
    const job = { db: api.db, siteId: 40, payload: { issue: id }, signal: new AbortController().signal };
    const transport = { send: async () => void received.push('too early'), close: () => {} };
    await sendBatch(job, { transport, logger: createLogger('silent'), mailsPerSecond: 1 });
    expect(received).toHaveLength(2);
    const { rows } = await api.db.$client.query(
      `select run_at > now() as later from graphile_worker.jobs where task_identifier = 'send-newsletter-issue' order by run_at desc limit 1`,
    );
    expect(rows).toEqual([{ later: true }]);
  });

  test('waits for a mail server that is not available, and shows rejected recipients until they are tried again', async () => {
    await subscribe('full@mail.example');
    await subscribe('fine@mail.example');
    const id = await createIssue();
    await send(id);
    await runBatch(id, () => {
      throw new MailDeliveryError('ESOCKET: connect ECONNREFUSED 127.0.0.1:25');
    });
    expect(await readSending(id)).toMatchObject({ state: 'SENDING', recipients: { waiting: 2, failed: 0 } });
    await makeDue(id);
    await runBatch(id, (mail) => {
      if (recipientOf(mail).startsWith('full')) throw new MailDeliveryError('EENVELOPE: 552 mailbox full');
    });
    expect(await readSending(id)).toMatchObject({
      state: 'SENT',
      recipients: { sent: 1, failed: 1 },
      failures: [{ email: 'full@mail.example', reason: 'EENVELOPE: 552 mailbox full' }],
    });
    expect((await control(id, 'RETRY')).status).toBe(200);
    await runBatch(id, () => {});
    expect(await readSending(id)).toMatchObject({ state: 'SENT', recipients: { sent: 2, failed: 0 } });
    expect((await control(id, 'RETRY')).status).toBe(409);
  });

  test('tries again only the failed recipients who certainly do not have the mail', async () => {
    for (const name of ['lost', 'full']) await subscribe(`${name}@mail.example`);
    const id = await createIssue();
    await send(id);
    const fail = (mail: ComposedMail) => {
      if (recipientOf(mail).startsWith('full')) throw new MailDeliveryError('EENVELOPE: 552 mailbox full');
      throw new MailDeliveryError(markReasonAsUncertainDelivery('ECONNECTION: Connection closed unexpectedly'));
    };
    for (let batch = 1; batch <= 2; batch++) await runBatch(id, fail);
    expect(await readSending(id)).toMatchObject({ state: 'SENT', recipients: { failed: 2, uncertain: 1 } });
    expect((await control(id, 'RETRY')).status).toBe(200);
    const received: string[] = [];
    await runBatch(id, (mail) => void received.push(recipientOf(mail)));
    expect(received).toEqual(['full@mail.example']);
    expect(await readSending(id)).toMatchObject({ state: 'SENT', recipients: { sent: 1, failed: 1, uncertain: 1 } });
  });

  test('delays no other issue of the estate while a recipient waits for another attempt', async () => {
    await subscribe('greylisted@mail.example');
    const waiting = await createIssue();
    const other = await createIssue();
    for (const id of [waiting, other]) await send(id);
    const received: string[] = [];
    const deliver = (mail: ComposedMail) => void received.push(recipientOf(mail));
    await runBatch(waiting, () => {
      throw new MailDeliveryError('EENVELOPE: 451 greylisted');
    });
    await runBatch(waiting, deliver);
    expect(received).toEqual([]);
    expect(await isWaiting(waiting)).toBe(true);
    await runBatchIfAllowed(other, deliver);
    expect(received).toEqual(['greylisted@mail.example']);
    expect((await readSending(other)).state).toBe('SENT');
  });

  test('mails the other recipients when the mail server refuses one for now', async () => {
    for (const name of ['full', 'fine']) await subscribe(`${name}@mail.example`);
    const id = await createIssue();
    await send(id);
    const received: string[] = [];
    await runBatch(id, (mail) => {
      if (recipientOf(mail).startsWith('full')) throw new MailDeliveryError('EENVELOPE: 452 mailbox full');
      received.push(recipientOf(mail));
    });
    expect(received).toEqual(['fine@mail.example']);
    expect(await readSending(id)).toMatchObject({ state: 'SENDING', recipients: { sent: 1, waiting: 1, failed: 0 } });
  });

  test.each([
    'ESOCKET: connect ECONNREFUSED 127.0.0.1:25',
    'EENVELOPE: 421 too many connections',
    'delivery timed out',
    'Connection pool was closed',
  ])('mails no other recipient of the batch after a failure of the mail server: %s', async (reason) => {
    for (const name of ['a', 'b']) await subscribe(`${name}@mail.example`);
    const id = await createIssue();
    await send(id);
    let attempts = 0;
    await runBatch(id, () => {
      attempts++;
      throw new MailDeliveryError(reason);
    });
    expect(attempts).toBe(1);
    expect(await readSending(id)).toMatchObject({ state: 'SENDING', recipients: { waiting: 2, failed: 0 } });
  });

  test('is paused after ten consecutive recipients failed because of the mail server, one in each batch', async () => {
    for (let index = 0; index < 12; index++) await subscribe(`${index}@mail.example`);
    const id = await createIssue();
    await send(id);
    const fail = () => {
      throw new MailDeliveryError(markReasonAsUncertainDelivery('ESOCKET: read ECONNRESET'));
    };
    for (let batch = 1; batch <= 9; batch++) await runBatch(id, fail);
    expect(await readSending(id)).toMatchObject({ state: 'SENDING', recipients: { failed: 9, waiting: 3 } });
    await runBatch(id, fail);
    expect(await readSending(id)).toMatchObject({ state: 'PAUSED', recipients: { failed: 10, waiting: 2 } });
    expect((await control(id, 'RESUME')).status).toBe(200);
    await runBatch(id, () => {});
    expect(await readSending(id)).toMatchObject({ state: 'SENT', recipients: { sent: 2, failed: 10 } });
  });

  test('is not paused because the mail server rejects many recipients', async () => {
    for (let index = 0; index < 12; index++) await subscribe(`${index}@mail.example`);
    const id = await createIssue();
    await send(id);
    await runBatch(id, () => {
      throw new MailDeliveryError('EENVELOPE: 550 no such user');
    });
    expect(await readSending(id)).toMatchObject({ state: 'SENT', recipients: { failed: 12 } });
  });

  test('shares the rate limit of the estate between its issues', async () => {
    await subscribe('anne@mail.example');
    const [first, second] = [await createIssue(), await createIssue()];
    for (const id of [first, second]) await send(id);
    const setNextBatch = sql`now() + interval '1900 milliseconds'`;
    await runInSite((tx) =>
      tx.update(newsletterIssues).set({ nextBatchAt: setNextBatch }).where(eq(newsletterIssues.id, first)),
    );
    const received: string[] = [];
    await runBatchIfAllowed(second, (mail) => void received.push(recipientOf(mail)));
    expect(received).toEqual([]);
  });

  test.each(['RESUME', 'RETRY'])(
    'sends at once after %s, even if the next attempt was an hour away',
    async (action) => {
      for (const name of ['a', 'b']) await subscribe(`${name}@mail.example`);
      const id = await createIssue();
      await send(id);
      await runBatch(
        id,
        () => {
          throw new MailDeliveryError('EENVELOPE: 550 no such user');
        },
        0.5,
      );
      const nextBatchAt = sql`now() + interval '1 hour'`;
      await runInSite((tx) => tx.update(newsletterIssues).set({ nextBatchAt }).where(eq(newsletterIssues.id, id)));
      if (action === 'RESUME') await control(id, 'PAUSE');
      const countDueJobs = async (): Promise<number> => {
        const { rows } = await api.db.$client.query(
          `select id from graphile_worker._private_jobs where payload ->> 'issue' = $1 and run_at <= now()`,
          [String(id)],
        );
        return rows.length;
      };
      const dueJobs = await countDueJobs();
      expect((await control(id, action)).status).toBe(200);
      expect(await countDueJobs()).toBeGreaterThan(dueJobs);
      const received: string[] = [];
      await runBatchIfAllowed(id, (mail) => void received.push(recipientOf(mail)));
      expect(received).toContain('b@mail.example');
    },
  );

  test('pauses, resumes and cancels with an entry in the audit log', async () => {
    for (const name of ['a', 'b', 'c']) await subscribe(`${name}@mail.example`);
    const id = await createIssue();
    await send(id);
    expect((await control(id, 'PAUSE')).status).toBe(200);
    const received: string[] = [];
    const deliver = (mail: ComposedMail) => void received.push(recipientOf(mail));
    await runBatch(id, deliver);
    expect(received).toEqual([]);
    expect((await control(id, 'PAUSE')).status).toBe(409);
    expect((await control(id, 'RESUME')).status).toBe(200);
    await runBatch(id, deliver, 0.5);
    expect((await control(id, 'CANCEL')).status).toBe(200);
    await runBatch(id, deliver);
    expect(received).toHaveLength(1);
    expect(await readSending(id)).toMatchObject({ state: 'CANCELLED', recipients: { total: 3, sent: 1, waiting: 2 } });
    const { text } = await api.call(`/admin/audit?resource=newsletter-issue&key=${id}`, { headers: admin.headers });
    expect(JSON.parse(text).data.entries[0]).toMatchObject({
      email: admin.email,
      before: { state: 'SENDING' },
      after: { state: 'CANCELLED' },
    });
  });

  test('sends a scheduled issue at its time, and a cancelled one becomes a draft again', async () => {
    await subscribe('anne@mail.example');
    const id = await createIssue();
    const sendAt = new Date(Date.now() + 3_600_000).toISOString();
    expect((await send(id, { sendAt })).status).toBe(200);
    const received: string[] = [];
    const deliver = (mail: ComposedMail) => void received.push(recipientOf(mail));
    await runBatch(id, deliver);
    expect([(await readSending(id)).state, received]).toEqual(['SCHEDULED', []]);
    await control(id, 'CANCEL');
    expect((await readSending(id)).state).toBe('DRAFT');
    expect((await send(id, { sendAt })).status).toBe(200);
    await runInSite((tx) => tx.update(newsletterIssues).set({ sendAt: sql`now()` }).where(eq(newsletterIssues.id, id)));
    await runBatch(id, deliver);
    expect([(await readSending(id)).state, received]).toEqual(['SENT', ['anne@mail.example']]);
  });

  test('refuses outdated, incomplete and repeated requests', async () => {
    const id = await createIssue();
    expect((await send(id)).status).toBe(422);
    await subscribe('anne@mail.example');
    const stale = await send(id, { revision: 0 });
    expect([stale.status, JSON.parse(stale.text).data.present]).toMatchObject([
      409,
      { revision: 1, item: { subject: content.subject } },
    ]);
    expect((await send(await createIssue({ blocks: [] }))).status).toBe(422);
    expect((await send(await createIssue({ subject: '' }))).status).toBe(422);
    for (const year of ['2001', '2999'])
      expect((await send(id, { sendAt: `${year}-01-01T00:00:00Z` })).status).toBe(422);
    expect((await send(id)).status).toBe(200);
    expect((await send(id)).status).toBe(409);
    expect((await call(`/${id}`, { method: 'PUT', body: { revision: 1, item: content } })).status).toBe(409);
    expect((await call(`/${id}?revision=1`, { method: 'DELETE' })).status).toBe(409);
  });
});

describe('a draft', () => {
  test('is refused with the current version if another user has saved it', async () => {
    const id = await createIssue();
    const save = (subject: string) =>
      call(`/${id}`, { method: 'PUT', body: { revision: 1, item: { ...content, subject } } });
    expect((await save('Les primeurs')).status).toBe(200);
    const refused = await save('Les soldes');
    expect(refused.status).toBe(409);
    const { present } = JSON.parse(refused.text).data as { present: EditableItem };
    expect(present).toMatchObject({ revision: 2, item: { subject: 'Les primeurs' }, info: { state: 'DRAFT' } });
    expect(JSON.stringify(present)).not.toContain('script');
  });

  test('is shown as a mail before it is saved, and sent as a test to its author a limited number of times', async () => {
    const preview = await call('/preview', { method: 'POST', body: { content, lang: 'en' } });
    const { subject, html, text } = JSON.parse(preview.text).data;
    expect(subject).toBe('The harvest');
    expect(html).toContain('/newsletter/unsubscribe"');
    expect(text).toContain('Hello');
    const id = await createIssue();
    const test = () => call(`/${id}/test`, { method: 'POST', body: { lang: 'fr_FR' } });
    expect((await test()).data).toEqual({ email: admin.email });
    expect((await mailbox.mailsFor(admin.email))[0]?.subject).toBe('Les vendanges');
    const audit = await api.call(`/admin/audit?resource=newsletter-issue&key=${id}`, { headers: admin.headers });
    expect(JSON.parse(audit.text).data.entries[0]).toMatchObject({ email: admin.email, after: { testMail: 'fr_FR' } });
    let last = 200;
    for (let count = 0; count < 20; count++) last = (await test()).status;
    expect(last).toBe(429);
  });

  test('shows products with their price per litre, and a reduced one with its former price', async () => {
    const withProducts = { ...content, blocks: [{ block: 'products', products: [1, 2] }] };
    const preview = await call('/preview', { method: 'POST', body: { content: withProducts, lang: 'fr_FR' } });
    const { html, text } = JSON.parse(preview.text).data;
    expect(html).toMatch(/à partir de 7,00\s€/);
    expect(html).toMatch(/18,67\s€ le litre/);
    expect(html).toMatch(/9,33\s€ le litre/);
    expect(html).toMatch(/Prix le plus bas des 30 jours précédant la réduction\s: 9,50\s€/);
    expect(html.match(/Prix le plus bas/g)).toHaveLength(1);
    expect(text.replace(/\s+/g, ' ')).toContain('18,67 € le litre');
  });

  test('belongs to its estate and to staff alone', async () => {
    const id = await createIssue();
    const member = await createCustomer(api);
    for (const [path, options] of [
      ['', {}],
      ['/sending', {}],
      ['/sending', { method: 'POST', body: { revision: 1, sendAt: null } }],
      ['/sending', { method: 'PUT', body: { action: 'CANCEL' } }],
      ['/test', { method: 'POST', body: { lang: 'fr_FR' } }],
    ] as [string, CallOptions][]) {
      expect((await call(`/${id}${path}`, options, otherAdmin)).status).toBe(404);
      expect((await call(`/${id}${path}`, options, member)).status).toBe(403);
      expect((await call(`/${id}${path}`, { ...options, headers: {} })).status).toBe(401);
    }
    const rows = await runInSite(
      (tx) =>
        tx
          .select()
          .from(newsletterIssues)
          .where(and(eq(newsletterIssues.id, id))),
      41,
    );
    expect(rows).toEqual([]);
  });
});
