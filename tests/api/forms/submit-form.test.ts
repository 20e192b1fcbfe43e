import { getTableColumns } from 'drizzle-orm';
import sharp from 'sharp';
import { Pool } from 'undici';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { formsDailyTasks } from '#server/api/forms/forms.ts';
import { formFiles, formSubmissions } from '#server/api/forms/forms-tables.ts';
import { maxStoredFileBytes } from '#server/api/forms/stored-file-bytes.ts';
import { createSubmissionTickets } from '#server/api/forms/submission-tickets.ts';
import { createRateLimits, type RateLimitName, rateLimitRules } from '#server/api/limits/rate-limits.ts';
import { mails } from '#server/api/mail/mail-tables.ts';
import { formLimits } from '#shared/forms/form-limits.ts';
import { withNewClientAddress } from '#tests/support/fixtures/account-fixtures.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { multipartBody, pdfFile, storeForm, validVisit, visitForm } from '#tests/support/fixtures/form-fixtures.ts';
import { readMails } from '#tests/support/fixtures/insert-order.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
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

describe('GET /forms/{id}', () => {
  test('returns the form in the caller’s language', async () => {
    const { data } = await call<'GET /forms/{id}'>('/forms/7', { lang: 'en' });
    expect(data.form).toMatchObject({ id: 7, title: 'Group visit', confirmation: 'Thank you.', retentionDays: 90 });
    expect(data.form.fields[5]).toMatchObject({ type: 'choice', options: [{ label: 'No meal' }, { label: 'Lunch' }] });
    expect((await call<'GET /forms/{id}'>('/forms/7')).data.form.title).toBe('Visite de groupe');
  });

  test('answers 404 for an unknown form and one of another estate', async () => {
    expect((await call('/forms/99')).status).toBe(404);
    expect((await call('/forms/7', { site: 41 })).status).toBe(404);
    expect((await submit({}, {}, 99)).status).toBe(404);
  });
});

describe('POST /forms/{id}/submit', () => {
  test('stores the answers with their labels and mails them to the estate', async () => {
    const { status } = await submit(
      { meal: 'lunch', diets: 'Sans gluten\nSans lactose', topics: ['cellar', 'vines'] },
      { lang: 'en' },
    );
    expect(status).toBe(200);
    const [row] = await stored();
    expect(row).toMatchObject({ formId: 7, formTitle: 'Group visit', lang: 'en', emailKey: 'amis@mail.example' });
    expect((row?.erasedAfter.getTime() ?? 0) - (row?.receivedAt.getTime() ?? 0)).toBe(90 * 86_400_000);
    expect(row?.answers).toContainEqual({ name: 'topics', label: 'Themes', answers: ['The cellar', 'The vines'] });
    const [notice, received] = await readMails(api, 40);
    expect([notice?.recipient, notice?.replyTo]).toEqual(['estate@mail.example', 'amis@mail.example']);
    for (const text of ['Visite de groupe', 'Le chai', 'Déjeuner', 'Sans lactose', 'Les Amis du Vin'])
      expect(notice?.text).toContain(text);
    expect(received?.recipient).toBe('amis@mail.example');
  });

  test('repeats nothing that was typed in the acknowledgement', async () => {
    await submit({ group: 'Win at evil.example', meal: 'lunch', diets: 'https://evil.example' });
    const [, received] = await readMails(api, 40);
    for (const content of [received?.subject, received?.text, received?.html]) expect(content).not.toContain('evil');
    expect(received?.replyTo).toBeNull();
  });

  test('answers with an error for each invalid field in the caller’s language', async () => {
    const parts = {
      group: '',
      email: 'nobody',
      people: '3',
      day: '2020-01-01',
      meal: 'lunch',
      topics: ['x'],
      rules: '',
    };
    const { status, errors } = await submit(parts, { lang: 'en' });
    expect(status).toBe(422);
    expect(errors).toEqual({
      group: 'Please fill in this field.',
      email: 'Please enter an e-mail address, such as name@example.com.',
      people: 'Please enter at least 8.',
      day: expect.stringMatching(/^Please choose \d+ \w+ \d{4} or a later day\.$/),
      diets: 'Please fill in this field.',
      topics: 'Please choose one of the answers.',
      rules: 'Please tick this box.',
    });
    expect(await stored()).toEqual([]);
    expect(await readMails(api, 40)).toEqual([]);
  });

  test('ignores answers to hidden and unknown fields', async () => {
    expect((await submit({ diets: 'hidden', more: 'unknown' })).status).toBe(200);
    expect(JSON.stringify((await stored())[0]?.answers)).not.toMatch(/hidden|unknown/);
  });

  test('stores the same answers once, even when they are sent at the same time', async () => {
    const parts = { ticket: oldTicket(), programme: pdfFile() };
    const statuses = await Promise.all([1, 2, 3, 4].map(async () => (await submit(parts)).status));
    expect(statuses).toEqual([200, 200, 200, 200]);
    expect(await stored()).toHaveLength(1);
    expect(await readMails(api, 40)).toHaveLength(2);
    expect((await submit({ ...parts, people: '13' })).status).toBe(200);
    expect(await stored()).toHaveLength(2);
    for (let count = 0; count < 2; count++) await submit({ ticket: '', group: 'Without a script' });
    expect(await stored()).toHaveLength(3);
  });

  test('mails the labels of the estate’s own language and cleans texts', async () => {
    await submit({ group: 'A\0B\u0007C\ud800' });
    expect((await stored())[0]?.answers[0]?.answers).toEqual([expect.stringMatching(/^ABC\ufffd?$/)]);
  });
});

describe('the files of a form', () => {
  test('are stored for staff alone and attached to the mail', async () => {
    expect((await submit({ programme: pdfFile('../../évil\u0000 "plan".pdf') })).status).toBe(200);
    const [file] = await storedFiles();
    expect(file).toMatchObject({ field: 'programme', type: 'application/pdf', bytes: 2_009 });
    expect(file?.name).not.toMatch(/["/\0]/);
    const notice = (await readTestMails(api).deliverPending()).find(({ attachments }) => attachments.length > 0);
    expect(notice?.attachments[0]).toMatchObject({ type: 'application/pdf' });
    expect(notice?.attachments[0]?.content.length).toBe(2_009);

    const path = `/admin/forms/file/${file?.id}`;
    expect((await call(path)).status).toBe(401);
    expect((await call(path, { headers: (await createCustomer(api)).headers })).status).toBe(403);
    const { headers } = await createCustomer(api, { role: 'ADMIN' });
    const { data } = await call<'GET /admin/forms/file/{id}'>(path, { headers });
    expect(Buffer.from(data.content, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
    const other = await createCustomer(api, { site: 41, role: 'ADMIN' });
    expect((await call(path, { site: 41, headers: other.headers })).status).toBe(404);
    const list = await call<'GET /admin/forms/submission'>('/admin/forms/submission', { headers });
    expect(list.data).toMatchObject({
      total: 1,
      submissions: [{ idForm: 7, files: [{ id: file?.id, bytes: 2_009 }] }],
    });
  });

  test('are judged by their content', async () => {
    const png = new Uint8Array(
      await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
    );
    const disguised: [File, number][] = [
      [new File([png], 'plan.pdf', { type: 'application/pdf' }), 200],
      [new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'plan.png', { type: 'image/png' }), 422],
      [new File(['MZ\x90\0'], 'plan.pdf', { type: 'application/pdf' }), 422],
      [new File([''], 'empty.pdf', { type: 'application/pdf' }), 422],
      [pdfFile('large.pdf', 20_001), 422],
    ];
    for (const [programme, status] of disguised) {
      const answer = await submit({ programme });
      expect([programme.name, answer.status]).toEqual([programme.name, status]);
      if (status === 422) expect(Object.keys(answer.errors ?? {})).toEqual(['programme']);
    }
    expect((await submit({ programme: [pdfFile(), pdfFile()] })).status).toBe(422);
  });

  test('are named by their content without invisible characters', async () => {
    for (const name of ['invoice.html', 'in\u202evoice\u200b.PDF', '.htaccess.']) {
      expect((await submit({ group: name, programme: pdfFile(name) })).status).toBe(200);
    }
    expect((await storedFiles()).map(({ name }) => name)).toEqual(['invoice.pdf', 'invoice.pdf', 'file.pdf']);
  });

  test('above the limit of all forms are an error of their field', async () => {
    const { status, errors } = await submit({ programme: pdfFile('large.pdf', formLimits.fileBytes + 300_000) });
    expect([status, Object.keys(errors ?? {})]).toEqual([422, ['programme']]);
  });

  test('are refused with 413 when they are too large together', async () => {
    const files = Array.from({ length: 4 }, (_, index) => pdfFile(`${index}.pdf`, 4 * 2 ** 20));
    expect((await submit({ programme: files })).status).toBe(413);
  });

  test('do not count for a field that is no file field', async () => {
    expect((await submit({ phone: pdfFile() })).status).toBe(200);
    expect(await storedFiles()).toEqual([]);
  });
});

describe('a malformed body', () => {
  const send = (body: string | Buffer, type: string) =>
    call('/forms/7/submit', withNewClientAddress({ method: 'POST', body, headers: { 'content-type': type } }));

  test.each<[string, string, string, number]>([
    ['without a boundary', 'x', 'multipart/form-data', 400],
    [
      'that ends within a part',
      '--x\r\nContent-Disposition: form-data; name="group"\r\n\r\nabc',
      'multipart/form-data; boundary=x',
      400,
    ],
    ['of another type', 'group=x', 'application/x-www-form-urlencoded', 415],
    ['of JSON with a list', '[]', 'application/json', 400],
    ['of JSON with an object as an answer', '{"group":{"a":1}}', 'application/json', 400],
    ['of broken JSON', '{', 'application/json', 400],
  ])('%s is refused', async (_, body, type, status) => {
    const answer = await send(body, type);
    expect([answer.status, answer.message]).toEqual([status, expect.stringMatching(/\S/)]);
  });

  test('with thousands of parts is refused', async () => {
    const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n';
    expect([400, 413]).toContain(
      (await send(`${part.repeat(5_000)}--x--\r\n`, 'multipart/form-data; boundary=x')).status,
    );
  });
});

describe('a refused body', () => {
  const manyFields = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`a${index}`, 'x']));
  const largeFiles = Array.from({ length: 4 }, (_, index) => pdfFile(`${index}.pdf`, 4 * 2 ** 20));
  let pool: Pool;
  beforeAll(async () => {
    pool = new Pool(await api.app.listen({ port: 0, host: '127.0.0.1' }), { connections: 1 });
    return () => pool.destroy();
  });

  test.each<[string, Parameters<typeof multipartBody>[0]]>([
    ['with too many fields', { ...manyFields, programme: pdfFile('last.pdf', 4 * 2 ** 20) }],
    ['with too many fields after a file', { programme: pdfFile('first.pdf', 4 * 2 ** 20), ...manyFields }],
    ['with too many files', { programme: Array.from({ length: 60 }, () => pdfFile('many.pdf', 100_000)) }],
    ['with too large files', { programme: largeFiles }],
  ])(
    '%s leaves the connection to the next request',
    async (_, parts) => {
      const { body, headers } = await multipartBody(parts);
      const common = { idsite: '40', 'x-client-address': '203.0.113.9' };
      const requests = [
        pool.request({ path: '/forms/7/submit', method: 'POST', body, headers: { ...common, ...headers } }),
        pool.request({ path: '/forms/7', method: 'GET', headers: common, headersTimeout: 5_000 }),
      ];
      const statuses = requests.map(async (request) => {
        const { statusCode, body: received } = await request;
        await received.dump();
        return statusCode;
      });
      expect(await Promise.all(statuses)).toEqual([413, 200]);
    },
    15_000,
  );
});

describe('spam', () => {
  test('is discarded when it fills in the hidden field', async () => {
    expect((await submit({ website: 'https://spam.example' })).status).toBe(200);
    expect(await stored()).toEqual([]);
    expect(await readMails(api, 40)).toEqual([]);
  });

  test('is refused when it is sent at once', async () => {
    const { data } = await call<'GET /forms/ticket'>('/forms/ticket');
    const { status, message } = await submit({ ticket: data.ticket });
    expect([status, message]).toEqual([422, expect.stringContaining('trop vite')]);
    expect(await stored()).toEqual([]);
  });

  test('from one network is limited', async () => {
    const headers = { 'x-client-address': '203.0.113.7' };
    const { points } = rateLimitRules['form-unsigned-client'];
    const statuses: number[] = [];
    for (let count = 0; count <= points; count++)
      statuses.push((await submit({ ticket: 'forged', group: `Group ${count}` }, { headers })).status);
    expect(statuses).toEqual([...Array.from({ length: points }, () => 200), 429]);
    expect((await submit({}, { headers })).status).toBe(200);
    for (let count = points + 2; count < rateLimitRules['form-client'].points; count++)
      await sendMessage({}, { headers });
    const refused = await submit({}, { headers });
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
  });

  test('cannot make the estates mail a stranger more than the limit over all sites', async () => {
    const { points } = rateLimitRules['form-recipient'];
    const message = { name: 'A', email: 'victim@mail.example' };
    for (let count = 0; count < points + 3; count++)
      for (const site of sites)
        expect((await sendMessage({ ...message, message: `Hello ${count}` }, { site })).status).toBe(200);
    const received = [...(await readMails(api, 40)), ...(await readMails(api, 41))];
    expect(received.filter(({ recipient }) => recipient === 'victim@mail.example')).toHaveLength(points);
    expect(received.filter(({ kind }) => kind === 'form-notice')).toHaveLength(2 * (points + 3));
    expect(await stored(41)).toHaveLength(points + 3);
  });
});

describe('the limits of a site', () => {
  const exhaust = async (limit: RateLimitName, subject = 'all') => {
    const limits = createRateLimits(db);
    for (let count = 0; count < rateLimitRules[limit].points; count++) await limits.consume(40, limit, subject);
  };
  const kinds = async () => (await readMails(api, 40)).map(({ kind }) => kind).sort();

  test('of mails to the estate store further forms and announce that once an hour', async () => {
    await exhaust('form-notice-site');
    await submit({ group: 'One' });
    await submit({ group: 'Two' });
    expect(await kinds()).toEqual(['form-acknowledgement', 'form-acknowledgement', 'forms-overflow']);
    expect(await stored()).toHaveLength(2);
  });

  test('of acknowledgements send no further ones', async () => {
    await exhaust('form-acknowledgement-site');
    await submit();
    expect(await kinds()).toEqual(['form-notice']);
  });

  test('of acknowledgements to a mailbox leave its other mails alone', async () => {
    await exhaust('form-recipient', validVisit.email);
    await submit();
    expect(await kinds()).toEqual(['form-notice']);
    expect(await createRateLimits(db).hasLeft(40, 'mail-recipient', validVisit.email)).toBe(true);
  });

  test('of stored files refuse files, but no answers', async () => {
    await submit({ programme: pdfFile('plan.pdf') });
    await withSiteTransaction(db, 40, (tx) => tx.update(formFiles).set({ bytes: maxStoredFileBytes }));
    const refused = await submit({ group: 'Two', programme: pdfFile('plan.pdf') }, { lang: 'en' });
    expect([refused.status, refused.errors]).toEqual([
      422,
      { programme: expect.stringMatching(/^The estate cannot receive files/) },
    ]);
    expect((await submit({ group: 'Two' })).status).toBe(200);
    expect(await stored()).toHaveLength(2);
  });
});

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
