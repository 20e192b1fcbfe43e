import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import type { MailContent } from '#server/api/mail/mail-content.ts';
import { mails as mailsTable } from '#server/api/mail/mail-tables.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { parameters } from '#server/api/site/site-tables.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { createMailReaderRunningJobs } from '#tests/support/servers/mail-reader-running-jobs.ts';
import { startTestApi, type TestApi } from '#tests/support/servers/test-api.ts';

let api: TestApi;
let mails: ReturnType<typeof createMailReaderRunningJobs>;

beforeAll(async () => {
  api = await startTestApi();
  mails = createMailReaderRunningJobs(api, {
    attachmentBuilders: {
      echo: async (tx, key) => ({ content: Buffer.from(`${tx.siteId} ${key}`), contentType: 'text/plain' }),
    },
  });
  await seedEstate(api.db, api.filesDir, { id: 40, mark: 'Bellevue', languages: ['fr_FR', 'en'] });
  await insertSite(api.db, 41, { name: 'Hill "\r\nBcc: x@y.example' });
  await withSiteTransaction(api.db, 40, (tx) =>
    tx.insert(parameters).values([
      { type: 'COMPANY_EMAIL', value: 'bonjour@bellevue.example' },
      { type: 'COMPANY_PHONE', value: { fr_FR: '05 00 00 00 01', en: '+33 5 00 00 00 01' } },
      { type: 'HEAD_OFFICE', value: '1 rue des Vignes, 16100 Cognac' },
    ]),
  );
});

const queue = (more: Partial<MailContent> = {}, site = 40) =>
  withSiteTransaction(api.db, site, (tx) =>
    queueMail(tx, {
      kind: 'test',
      to: 'anne@customer.example',
      lang: 'fr_FR',
      subject: 'Votre commande n° 12',
      blocks: [{ kind: 'text', text: 'Bonjour Anne' }],
      ...more,
    }),
  );
const rowOf = async (id: number, site = 40) => {
  const [row] = await withSiteTransaction(api.db, site, (tx) =>
    tx.select().from(mailsTable).where(eq(mailsTable.id, id)),
  );
  return row;
};
/** Returns the only mail that was sent since the previous call. */
const received = async () => {
  const [first, ...others] = await mails.deliverPending();
  if (!first || others.length > 0) throw new Error(`expected one mail, not ${others.length + (first ? 1 : 0)}`);
  return first;
};

describe('a queued mail', () => {
  test('a mail is sent exactly once after its transaction has committed', async () => {
    const id = await queue({ orderId: 7 });
    expect(await rowOf(id)).toMatchObject({ state: 'QUEUED', attempts: 0, orderId: 7, sentAt: null });
    expect(await received()).toMatchObject({
      site: 40,
      from: 'Bellevue <bonjour@bellevue.example>',
      to: ['anne@customer.example'],
      subject: 'Votre commande n° 12',
      headers: { 'auto-submitted': 'auto-generated' },
    });
    expect(await rowOf(id)).toMatchObject({ state: 'SENT', attempts: 1, sentAt: expect.any(Date) });
    expect(await mails.deliverPending()).toEqual([]);
  });

  test('a mail of a rolled-back transaction is neither stored nor sent', async () => {
    const failing = withSiteTransaction(api.db, 40, async (tx) => {
      await queueMail(tx, { kind: 'test', to: 'estate', lang: 'fr_FR', subject: 'x', blocks: [] });
      throw new Error('half-way');
    });
    await expect(failing).rejects.toThrow('half-way');
    expect(await mails.deliverPending()).toEqual([]);
  });

  test('a mail for the estate goes to its own address with the customer as reply address', async () => {
    await queue({ to: 'estate', replyTo: 'anne@customer.example' });
    expect(await received()).toMatchObject({ to: ['bonjour@bellevue.example'], replyTo: 'anne@customer.example' });
  });

  test('a mail for an estate without a configured address goes to its own domain', async () => {
    await queue({ to: 'estate' }, 41);
    expect(await received()).toMatchObject({ site: 41, to: ['contact@estate-41.example'] });
  });

  test('a mail states the contact details of the estate in its language, as HTML and as text', async () => {
    await queue({ lang: 'en' });
    const { html, text } = await received();
    expect(html).toContain('<html lang="en-GB">');
    for (const body of [html, text])
      for (const part of [
        'Bellevue',
        '1 rue des Vignes, 16100 Cognac',
        '+33 5 00 00 00 01',
        'bonjour@bellevue.example',
      ])
        expect(body).toContain(part);
  });

  test.each([
    ['fr_FR', 'L’abus d’alcool est dangereux pour la santé', 'interdite aux mineurs'],
    ['en', 'Alcohol abuse is dangerous for your health', 'under eighteen'],
  ] as const)('only a mail that sells alcohol contains both alcohol notices (%s)', async (lang, warning, minors) => {
    await queue({ lang, sellsAlcohol: true });
    const selling = await received();
    await queue({ lang });
    const other = await received();
    for (const body of ['html', 'text'] as const) {
      expect(selling[body]).toContain(warning);
      expect(selling[body]).toContain(minors);
      expect(other[body]).not.toContain(warning);
      expect(other[body]).not.toContain(minors);
    }
  });

  test('attachments are created when the mail is sent', async () => {
    await queue({ attachments: [{ filename: 'conditions – été.txt', builder: 'echo', key: 'v1' }] });
    const { attachments } = await received();
    expect(attachments).toEqual([
      { filename: 'conditions – été.txt', type: 'text/plain', content: Buffer.from('40 v1') },
    ]);
  });

  test('a secret body is deleted once the mail is sent', async () => {
    const secret = 'https://bellevue.example/password/reset/s3cret';
    const id = await queue({ isSecret: true, blocks: [{ kind: 'link', label: 'Ouvrir', href: secret }] });
    expect((await rowOf(id))?.text).toContain(secret);
    const { links, text } = await received();
    expect(links).toContain(secret);
    expect(text).toContain(secret);
    expect(await rowOf(id)).toMatchObject({ state: 'SENT', html: '', text: '' });
  });

  test('the outbox contains only files of mails, which their owner alone can read', async () => {
    await queue();
    await mails.deliverPending();
    const outbox = join(api.dataDir, 'outbox');
    const names = await readdir(outbox);
    const modes = await Promise.all([outbox, ...names.map((name) => join(outbox, name))].map((path) => stat(path)));
    expect(modes.every(({ mode }) => (mode & 0o077) === 0)).toBe(true);
    expect(names.filter((name) => !/^\d{17}-\d+-\d+\.eml$/.test(name))).toEqual([]);
  });
});

describe('user input in a mail', () => {
  const maliciousText = `<script>alert(1)</script> & "quotes" 'too'`;

  test('input is escaped in every block', async () => {
    await queue({
      blocks: [
        { kind: 'text', text: maliciousText },
        { kind: 'heading', text: maliciousText },
        { kind: 'note', text: maliciousText },
        { kind: 'link', label: maliciousText, href: 'https://bellevue.example/"><script>alert(1)</script>' },
        { kind: 'facts', rows: [[maliciousText, maliciousText]] },
        {
          kind: 'lines',
          lines: [{ name: maliciousText, details: maliciousText, amount: maliciousText }],
          sums: [[maliciousText, maliciousText]],
        },
      ],
    });
    const { html, text } = await received();
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;');
    expect(text).toContain(`<script>alert(1)</script> & "quotes"`);
  });

  test('a subject cannot add a header', async () => {
    await queue({ subject: 'Merci\r\nBcc: everybody@x.example\n\nbody' });
    const { subject, headers, to } = await received();
    expect(subject).toBe('Merci Bcc: everybody@x.example body');
    expect(headers.bcc).toBeUndefined();
    expect(to).toEqual(['anne@customer.example']);
  });

  test('the name of an estate cannot add a header', async () => {
    await queue({}, 41);
    const { from, headers } = await received();
    expect(from).toBe('Hill Bcc: x@y.example <contact@estate-41.example>');
    expect(headers.bcc).toBeUndefined();
  });

  test.each(['a@b.example, c@d.example', 'a@b.example\nBcc: c@d.example', 'Anne <a@b.example>', 'nobody', ''])(
    'a mail with the malformed address %j is stored as failed and never sent',
    async (to) => {
      for (const address of [{ to }, { replyTo: to }]) {
        const row = await rowOf(await queue(address));
        expect(row).toMatchObject({ state: 'FAILED', lastError: expect.stringContaining('invalid mail address') });
      }
      expect(await mails.deliverPending()).toEqual([]);
    },
  );

  test('a mail with a javascript: URL is stored as failed and never sent', async () => {
    const blocks = [{ kind: 'link', label: 'x', href: 'javascript:alert(1)' }] as const;
    const row = await rowOf(await queue({ blocks }));
    expect(row).toMatchObject({ state: 'FAILED', lastError: 'links in mails must be http, https, mailto or tel' });
    expect(await mails.deliverPending()).toEqual([]);
  });
});

describe('the job queue', () => {
  /** Returns the message of the database, whose error is the `cause` of the error that drizzle throws. */
  const reason = (error: unknown) => String((error as Error).cause ?? error);
  const jobs = async () =>
    (await api.db.$client.query<{ payload: unknown }>('select payload from graphile_worker._private_jobs')).rows;

  test('stores the site of the transaction whatever the payload contains', async () => {
    await withSiteTransaction(api.db, 40, async (tx) => {
      await tx.execute(sql`select queue_job('send-mail', '{"site": 41, "mail": 1}')`);
    });
    expect((await jobs()).map(({ payload }) => payload)).toEqual([{ site: 40, mail: 1 }]);
    await mails.deliverPending();
  });

  test('rejects a job outside a site transaction', async () => {
    const attempt = api.db.transaction(async (tx) => {
      await tx.execute(sql`set local role cuvee_app`);
      await tx.execute(sql`select queue_job('send-mail', '{"site": 41, "mail": 1}')`);
    });
    expect(await attempt.catch(reason)).toContain('needs the transaction of a site');
  });

  test.each([
    ['read', sql`select 1 from graphile_worker._private_jobs`],
    ['read as a view', sql`select 1 from graphile_worker.jobs`],
    ['called', sql`select graphile_worker.add_job('send-mail', '{"site": 41, "mail": 1}')`],
    ['written', sql`update graphile_worker._private_jobs set payload = '{"site": 41}'`],
  ])('the job tables cannot be %s by a request', async (_, statement) => {
    expect(await withSiteTransaction(api.db, 40, (tx) => tx.execute(statement)).catch(reason)).toContain(
      'permission denied',
    );
  });

  test('ignores a job for the mail of another site', async () => {
    const id = await queue({}, 41);
    await mails.deliverPending();
    await withSiteTransaction(api.db, 40, (tx) =>
      tx.execute(sql`select queue_job('send-mail', ${JSON.stringify({ mail: id + 1 })}::jsonb)`),
    );
    await queue({}, 41);
    expect((await mails.deliverPending()).map(({ site }) => site)).toEqual([41]);
  });
});
