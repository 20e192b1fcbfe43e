import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { mails as mailsTable } from '#server/api/mail/mail-tables.ts';
import type { OutgoingMail } from '#server/api/mail/outgoing-mail.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { parameters } from '#server/api/site/site-tables.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { readTestMails, type TestMailReader } from '#tests/support/servers/read-test-mails.ts';
import { startTestApi, type TestApi } from '#tests/support/servers/test-api.ts';

let api: TestApi;
let mails: TestMailReader;

beforeAll(async () => {
  api = await startTestApi();
  mails = readTestMails(api, {
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

const queue = (more: Partial<OutgoingMail> = {}, site = 40) =>
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
/** The one mail that was sent since. */
const received = async () => {
  const [first, ...others] = await mails.deliverPending();
  if (!first || others.length > 0) throw new Error(`expected one mail, not ${others.length + (first ? 1 : 0)}`);
  return first;
};

describe('a mail', () => {
  test('is sent once its transaction has committed, and once only', async () => {
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

  test('of a transaction that is rolled back is neither kept nor sent', async () => {
    const failing = withSiteTransaction(api.db, 40, async (tx) => {
      await queueMail(tx, { kind: 'test', to: 'estate', lang: 'fr_FR', subject: 'x', blocks: [] });
      throw new Error('half-way');
    });
    await expect(failing).rejects.toThrow('half-way');
    expect(await mails.deliverPending()).toEqual([]);
  });

  test('to the estate goes to its own address, and an answer to whom it is about', async () => {
    await queue({ to: 'estate', replyTo: 'anne@customer.example' });
    expect(await received()).toMatchObject({ to: ['bonjour@bellevue.example'], replyTo: 'anne@customer.example' });
  });

  test('of an estate that has not said where it reads mails comes from its own domain', async () => {
    await queue({ to: 'estate' }, 41);
    expect(await received()).toMatchObject({ site: 41, to: ['contact@estate-41.example'] });
  });

  test('says who the estate is, in the language of the mail, as HTML and as text', async () => {
    await queue({ lang: 'en' });
    const { html, text } = await received();
    expect(html).toContain('<html lang="en-GB">');
    for (const form of [html, text])
      for (const part of [
        'Bellevue',
        '1 rue des Vignes, 16100 Cognac',
        '+33 5 00 00 00 01',
        'bonjour@bellevue.example',
      ])
        expect(form).toContain(part);
  });

  test.each([
    ['fr_FR', 'L’abus d’alcool est dangereux pour la santé', 'interdite aux mineurs'],
    ['en', 'Alcohol abuse is dangerous for your health', 'under eighteen'],
  ] as const)('that sells alcohol carries both notices (%s), any other neither', async (lang, warning, minors) => {
    await queue({ lang, sellsAlcohol: true });
    const selling = await received();
    await queue({ lang });
    const other = await received();
    for (const form of ['html', 'text'] as const) {
      expect(selling[form]).toContain(warning);
      expect(selling[form]).toContain(minors);
      expect(other[form]).not.toContain(warning);
      expect(other[form]).not.toContain(minors);
    }
  });

  test('brings files that are made when it is sent', async () => {
    await queue({ attachments: [{ filename: 'conditions – été.txt', maker: 'echo', key: 'v1' }] });
    const { attachments } = await received();
    expect(attachments).toEqual([
      { filename: 'conditions – été.txt', type: 'text/plain', content: Buffer.from('40 v1') },
    ]);
  });

  test('keeps no secret once it is sent', async () => {
    const secret = 'https://bellevue.example/password/reset/s3cret';
    const id = await queue({ isSecret: true, blocks: [{ kind: 'link', label: 'Ouvrir', href: secret }] });
    expect((await rowOf(id))?.text).toContain(secret);
    const { links, text } = await received();
    expect(links).toContain(secret);
    expect(text).toContain(secret);
    expect(await rowOf(id)).toMatchObject({ state: 'SENT', html: '', text: '' });
  });

  test('is one file, complete or not there', async () => {
    await queue();
    await mails.deliverPending();
    const names = await readdir(join(api.dataDir, 'outbox'));
    expect(names.filter((name) => !/^\d{17}-\d+-\d+\.eml$/.test(name))).toEqual([]);
  });
});

describe('what a customer typed', () => {
  const evil = `<script>alert(1)</script> & "quotes" 'too'`;

  test('is text, wherever it stands', async () => {
    await queue({
      blocks: [
        { kind: 'text', text: evil },
        { kind: 'heading', text: evil },
        { kind: 'note', text: evil },
        { kind: 'link', label: evil, href: 'https://bellevue.example/"><script>alert(1)</script>' },
        { kind: 'facts', rows: [[evil, evil]] },
        { kind: 'lines', lines: [{ name: evil, details: evil, amount: evil }], sums: [[evil, evil]] },
      ],
    });
    const { html, text } = await received();
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;');
    expect(text).toContain(`<script>alert(1)</script> & "quotes"`);
  });

  test('begins no other line of the head', async () => {
    await queue({ subject: 'Merci\r\nBcc: everybody@x.example\n\nbody' });
    const { subject, headers, to } = await received();
    expect(subject).toBe('Merci Bcc: everybody@x.example body');
    expect(headers.bcc).toBeUndefined();
    expect(to).toEqual(['anne@customer.example']);
  });

  test('in the name of an estate begins none either', async () => {
    await queue({}, 41);
    const { from, headers } = await received();
    expect(from).toBe('Hill Bcc: x@y.example <contact@estate-41.example>');
    expect(headers.bcc).toBeUndefined();
  });

  test.each(['a@b.example, c@d.example', 'a@b.example\nBcc: c@d.example', 'Anne <a@b.example>', 'nobody', ''])(
    'is no address where it is not one alone: %j',
    async (to) => {
      await expect(queue({ to })).rejects.toThrow('no address');
      await expect(queue({ replyTo: to })).rejects.toThrow('no address');
    },
  );

  test('leads nowhere but to pages', async () => {
    const blocks = [{ kind: 'link', label: 'x', href: 'javascript:alert(1)' }] as const;
    await expect(queue({ blocks })).rejects.toThrow('leads to a page');
  });
});

describe('the queue of jobs', () => {
  /** The database's own words, which drizzle wraps. */
  const reason = (error: unknown) => String((error as Error).cause ?? error);
  const jobs = async () =>
    (await api.db.$client.query<{ payload: unknown }>('select payload from graphile_worker._private_jobs')).rows;

  test('takes a job for the transaction’s own site alone, whatever it is told', async () => {
    await withSiteTransaction(api.db, 40, async (tx) => {
      await tx.execute(sql`select queue_job('send-mail', '{"site": 41, "mail": 1}')`);
    });
    expect((await jobs()).map(({ payload }) => payload)).toEqual([{ site: 40, mail: 1 }]);
    await mails.deliverPending();
  });

  test('takes none without a site', async () => {
    const attempt = api.db.transaction(async (tx) => {
      await tx.execute(sql`set local role cuvee_app`);
      await tx.execute(sql`select queue_job('send-mail', '{"site": 41, "mail": 1}')`);
    });
    expect(await attempt.catch(reason)).toContain('in the transaction of a site');
  });

  test.each([
    ['read', sql`select 1 from graphile_worker._private_jobs`],
    ['read as a view', sql`select 1 from graphile_worker.jobs`],
    ['called', sql`select graphile_worker.add_job('send-mail', '{"site": 41, "mail": 1}')`],
    ['written', sql`update graphile_worker._private_jobs set payload = '{"site": 41}'`],
  ])('cannot be %s by a request', async (_, statement) => {
    expect(await withSiteTransaction(api.db, 40, (tx) => tx.execute(statement)).catch(reason)).toContain(
      'permission denied',
    );
  });

  test('a mail of another estate is not found', async () => {
    const id = await queue({}, 41);
    await mails.deliverPending();
    await withSiteTransaction(api.db, 40, (tx) =>
      tx.execute(sql`select queue_job('send-mail', ${JSON.stringify({ mail: id + 1 })}::jsonb)`),
    );
    await queue({}, 41);
    expect((await mails.deliverPending()).map(({ site }) => site)).toEqual([41]);
  });
});
