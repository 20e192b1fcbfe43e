import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { formsDailyTasks } from '#server/api/forms/forms-jobs.ts';
import { formSubmissions } from '#server/api/forms/forms-tables.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import {
  createFormCalls,
  deleteSubmissionsMailsAndRateLimits,
  seedEstatesWithVisitForm,
} from '#tests/support/fixtures/form-calls.ts';
import { createPdfFile, createVisitForm, storeForm } from '#tests/support/fixtures/form-fixtures.ts';
import { readMails } from '#tests/support/fixtures/seed-order.ts';
import { createMailReaderRunningJobs } from '#tests/support/servers/mail-reader-running-jobs.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

vi.setConfig({ testTimeout: 120_000 });
const api = await startTestApi();
const { call, db } = api;
const { submit, sendMessage, readSubmissions, readSubmittedFiles } = createFormCalls(api);

beforeAll(() => seedEstatesWithVisitForm(api));
beforeEach(() => deleteSubmissionsMailsAndRateLimits(api));

describe('POST /message', () => {
  const message = { name: 'Camille Vignaud', email: 'camille@mail.example', message: 'Bonjour' };

  test('accepts JSON and stores it at its site', async () => {
    expect((await sendMessage(message)).status).toBe(200);
    expect(await readSubmissions(40)).toMatchObject([{ formId: null, emailKey: 'camille@mail.example' }]);
    expect(await readSubmissions(41)).toEqual([]);
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
    await storeForm(db, 41, createVisitForm({ id: 1, isContact: true, recipient: 'desk@mail.example', fields }));
    const { data } = await call<'GET /message/form'>('/message/form', { site: 41 });
    expect(data.form.fields.map(({ name }) => name)).toEqual(['name', 'email', 'message', 'topic']);
    expect((await sendMessage(message, { site: 41 })).errors).toHaveProperty('topic');
    expect((await sendMessage({ ...message, topic: 'visit' }, { site: 41 })).status).toBe(200);
    expect((await readMails(api, 41))[0]?.recipient).toBe('desk@mail.example');
  });
});

describe('stored answers', () => {
  test('are deleted by the daily job', async () => {
    await submit({ programme: createPdfFile() });
    await submit({ group: 'Later' });
    await withSiteTransaction(db, 40, async (tx) => {
      const [first] = await tx.select().from(formSubmissions).orderBy(formSubmissions.id);
      await tx.execute(`update form_submissions set erased_after = now() - interval '1 day' where id = ${first?.id}`);
      await formsDailyTasks['erase-form-submissions']?.(tx);
    });
    expect((await readSubmissions()).map(({ answers }) => answers[0]?.answers)).toEqual([['Later']]);
    expect(await readSubmittedFiles()).toEqual([]);
  });

  test('are not left in the table of mails once the mail is sent', async () => {
    await submit({ group: 'Unforgettable' });
    await createMailReaderRunningJobs(api).deliverPending();
    expect(JSON.stringify(await readMails(api, 40))).not.toContain('Unforgettable');
  });

  test('are exported and masked for a customer whom another sender mentions', async () => {
    const customer = await createCustomer(api);
    await sendMessage({ name: 'Bob', email: 'bob@mail.example', message: `Ask ${customer.email}, please.` });
    await sendMessage({ name: 'Bob', email: 'bob@mail.example', message: `Not x.${customer.email}` });
    await submit({ email: 'bob@mail.example', programme: createPdfFile(`${customer.email}.pdf`) });
    const { data } = await call<'GET /user/export'>('/user/export', { headers: customer.headers });
    expect(data.forms.map(({ answers, files }) => [answers.map((each) => each.answers), files])).toEqual([
      [[[`Ask ${customer.email}, please.`]], []],
      [[], [`${customer.email}.pdf`]],
    ]);
    const body = { password: customer.password };
    await call('/user', { method: 'DELETE', headers: customer.headers, body });
    const [mention, other] = await readSubmissions();
    expect(JSON.stringify(mention?.answers)).toContain('Ask […], please.');
    expect(JSON.stringify(other?.answers)).toContain(`Not x.${customer.email}`);
    expect((await readSubmittedFiles()).map(({ name }) => name)).toEqual(['[…].pdf']);
  });

  test('are part of the export of an account and deleted with it', async () => {
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
    expect(await readSubmissions()).toEqual([]);
  });
});
