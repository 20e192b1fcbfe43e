import { getTableColumns } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { formsDailyTasks } from '#server/api/forms/forms.ts';
import { formFiles, formSubmissions } from '#server/api/forms/forms-tables.ts';
import { createSubmissionTickets } from '#server/api/forms/submission-tickets.ts';
import { mails } from '#server/api/mail/mail-tables.ts';
import { withNewClientAddress } from '#tests/support/fixtures/account-fixtures.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { multipartBody, pdfFile, storeForm, validVisit, visitForm } from '#tests/support/fixtures/form-fixtures.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { readMails } from '#tests/support/fixtures/seed-order.ts';
import { seedShop } from '#tests/support/fixtures/seed-shop.ts';
import { readTestMails } from '#tests/support/servers/read-test-mails.ts';
import { type CallOptions, startTestApi, testApiSecret } from '#tests/support/servers/test-api.ts';

vi.setConfig({ testTimeout: 120_000 });
const api = await startTestApi();
const { call, db } = api;
const sites = [40, 41] as const;

beforeAll(async () => {
  for (const id of sites) {
    await seedEstate(db, api.filesDir, { id, mark: `Domaine ${id}` });
    await seedShop(db, id);
  }
  await storeForm(db, 40, visitForm());
});

beforeEach(async () => {
  await db.$client.query('delete from rate_limits');
  for (const site of sites)
    await withSiteTransaction(db, site, async (tx) => {
      await tx.delete(mails);
      await tx.delete(formSubmissions);
    });
});

const tickets = createSubmissionTickets([testApiSecret]);
const oldTicket = (site = 40) => tickets.create(site, Date.now() - 10_000);

/** Sends the form as multipart data. A part can be replaced by another string, and null leaves it out. */
async function submit(parts: Parameters<typeof multipartBody>[0] = {}, options: CallOptions = {}, id = 7) {
  const { body, headers } = await multipartBody({ ...validVisit, ticket: oldTicket(), ...parts });
  return call(
    `/forms/${id}/submit`,
    withNewClientAddress({ method: 'POST', body, ...options, headers: { ...headers, ...options.headers } }),
  );
}
const sendMessage = (body: object, options: CallOptions = {}) =>
  call('/message', withNewClientAddress({ method: 'POST', body, ...options }));
const { content: _content, ...fileColumns } = getTableColumns(formFiles);
const stored = (site = 40) =>
  withSiteTransaction(db, site, (tx) => tx.select().from(formSubmissions).orderBy(formSubmissions.id));
const storedFiles = () =>
  withSiteTransaction(db, 40, (tx) => tx.select(fileColumns).from(formFiles).orderBy(formFiles.id));

describe('POST /message', () => {
  const message = { name: 'Camille Vignaud', email: 'camille@mail.example', message: 'Bonjour' };

  test('accepts JSON and stores it at its site', async () => {
    expect((await sendMessage(message)).status).toBe(200);
    expect(await stored(40)).toMatchObject([{ formId: null, emailKey: 'camille@mail.example' }]);
    expect(await stored(41)).toEqual([]);
    const [notice] = await readMails(api, 40);
    expect([notice?.subject, notice?.replyTo]).toEqual([
      'Nous écrire : un nouveau message'.replace(' :', '\u00a0:'),
      'camille@mail.example',
    ]);
  });

  test('names the fields that are missing', async () => {
    const { status, errors } = await sendMessage({ name: 'Camille' });
    expect([status, Object.keys(errors ?? {})]).toEqual([422, ['email', 'message']]);
  });

  test('checks the topics of the site’s own contact form', async () => {
    const topic = {
      type: 'choice',
      name: 'topic',
      label: 'Topic',
      isRequired: true,
      options: [{ value: 'visit', label: 'A visit' }],
    };
    const fields = [
      { type: 'text', name: 'name', label: 'Name', isRequired: true },
      { type: 'email', name: 'email', label: 'Email', isRequired: true },
      { type: 'longText', name: 'message', label: 'Message', isRequired: true },
      topic,
    ];
    await storeForm(db, 41, visitForm({ id: 1, isContact: true, recipient: 'desk@mail.example', fields }));
    const { data } = await call<'GET /message/form'>('/message/form', { site: 41 });
    expect(data.form.fields.map(({ name }) => name)).toEqual(['name', 'email', 'message', 'topic']);
    expect((await sendMessage(message, { site: 41 })).errors).toHaveProperty('topic');
    expect((await sendMessage({ ...message, topic: 'visit' }, { site: 41 })).status).toBe(200);
    expect((await readMails(api, 41))[0]?.recipient).toBe('desk@mail.example');
  });
});

describe('the retention of answers', () => {
  test('ends with the daily job', async () => {
    await submit({ programme: pdfFile() });
    await submit({ group: 'Later' });
    await withSiteTransaction(db, 40, async (tx) => {
      const [first] = await tx.select().from(formSubmissions).orderBy(formSubmissions.id);
      await tx.execute(`update form_submissions set erased_after = now() - interval '1 day' where id = ${first?.id}`);
      await formsDailyTasks['erase-form-submissions']?.(tx);
    });
    expect((await stored()).map(({ answers }) => answers[0]?.answers)).toEqual([['Later']]);
    expect(await storedFiles()).toEqual([]);
  });

  test('leaves no answers in the table of mails once the mail is sent', async () => {
    await submit({ group: 'Unforgettable' });
    await readTestMails(api).deliverPending();
    expect(JSON.stringify(await readMails(api, 40))).not.toContain('Unforgettable');
  });

  test('of others that mention a customer are exported and masked as far as they concern the customer', async () => {
    const customer = await createCustomer(api);
    await sendMessage({ name: 'Bob', email: 'bob@mail.example', message: `Ask ${customer.email}, please.` });
    await sendMessage({ name: 'Bob', email: 'bob@mail.example', message: `Not x.${customer.email}` });
    await submit({ email: 'bob@mail.example', programme: pdfFile(`${customer.email}.pdf`) });
    const { data } = await call<'GET /user/export'>('/user/export', { headers: customer.headers });
    expect(data.forms.map(({ answers, files }) => [answers.map((each) => each.answers), files])).toEqual([
      [[[`Ask ${customer.email}, please.`]], []],
      [[], [`${customer.email}.pdf`]],
    ]);
    const body = { password: customer.password };
    await call('/user', { method: 'DELETE', headers: customer.headers, body });
    const [mention, other] = await stored();
    expect(JSON.stringify(mention?.answers)).toContain('Ask […], please.');
    expect(JSON.stringify(other?.answers)).toContain(`Not x.${customer.email}`);
    expect((await storedFiles()).map(({ name }) => name)).toEqual(['[…].pdf']);
  });

  test('answers are part of the export of an account and deleted with it', async () => {
    const customer = await createCustomer(api);
    await submit({ email: customer.email.toUpperCase() });
    const { data } = await call<'GET /user/export'>('/user/export', { headers: customer.headers });
    expect(data.forms).toMatchObject([
      { form: 'Visite de groupe', answers: [{ label: 'Votre groupe', answers: ['Les Amis du Vin'] }, {}, {}, {}] },
    ]);
    const gone = await call('/user', {
      method: 'DELETE',
      headers: customer.headers,
      body: { password: customer.password },
    });
    expect(gone.status).toBe(200);
    expect(await stored()).toEqual([]);
  });
});
