import { Pool } from 'undici';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { formFiles } from '#server/api/forms/forms-tables.ts';
import { maxFormFileBytes } from '#server/api/forms/submit-form.ts';
import { createRateLimiter, type RateLimitName, rateLimitRules } from '#server/api/limits/rate-limiter.ts';
import { formLimits, formMultipartLimits } from '#shared/forms/form-limits.ts';
import { withNewClientAddress } from '#tests/support/fixtures/account-fixtures.ts';
import {
  createFormCalls,
  deleteSubmissionsMailsAndRateLimits,
  seedEstatesWithVisitForm,
} from '#tests/support/fixtures/form-calls.ts';
import {
  createPdfFile,
  createVisitForm,
  encodeMultipartBody,
  storeForm,
  validVisitAnswers,
} from '#tests/support/fixtures/form-fixtures.ts';
import { readMails } from '#tests/support/fixtures/seed-order.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

vi.setConfig({ testTimeout: 120_000 });
const api = await startTestApi();
const { call, db } = api;
const { submit, sendMessage, readSubmissions } = createFormCalls(api);

beforeAll(() => seedEstatesWithVisitForm(api));
beforeEach(() => deleteSubmissionsMailsAndRateLimits(api));

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
  ])('is refused: %s', async (_, body, type, status) => {
    const answer = await send(body, type);
    expect([answer.status, answer.message]).toEqual([status, expect.stringMatching(/\S/)]);
  });

  test('is refused if it has thousands of parts', async () => {
    const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n';
    expect([400, 413]).toContain(
      (await send(`${part.repeat(5_000)}--x--\r\n`, 'multipart/form-data; boundary=x')).status,
    );
  });
});

test('a form of the maximum size is accepted', async () => {
  const options = Array.from({ length: formLimits.options }, (_, index) => ({ value: `o${index}`, label: `${index}` }));
  const fields = Array.from({ length: formLimits.fields }, (_, index) => ({
    name: `f${index}`,
    label: `Field ${index}`,
    ...(index < 8 ? { type: 'file', accept: ['pdf'], maxFiles: formLimits.files } : { type: 'choices', options }),
  }));
  const ticked = options.map(({ value }) => value);
  const files = Array.from({ length: formLimits.files }, () => createPdfFile());
  await storeForm(db, 40, createVisitForm({ id: 8, fields }));
  const answers = Object.fromEntries(fields.map(({ name, type }) => [name, type === 'file' ? files : ticked]));
  expect(await submit(answers, {}, 8)).toMatchObject({ status: 200 });
});

describe('a refused body', () => {
  const length = formMultipartLimits.fields + 1;
  const manyFields = Object.fromEntries(Array.from({ length }, (_, index) => [`a${index}`, 'x']));
  const manyFiles = Array.from({ length: formMultipartLimits.files + 1 }, () => createPdfFile('many.pdf', 30_000));
  const largeFiles = Array.from({ length: 4 }, (_, index) => createPdfFile(`${index}.pdf`, 4 * 2 ** 20));
  let pool: Pool;
  beforeAll(async () => {
    pool = new Pool(await api.app.listen({ port: 0, host: '127.0.0.1' }), { connections: 1 });
    return () => pool.destroy();
  });

  test.each<[string, Parameters<typeof encodeMultipartBody>[0]]>([
    ['with too many fields', { ...manyFields, programme: createPdfFile('last.pdf', 4 * 2 ** 20) }],
    ['with too many fields after a file', { programme: createPdfFile('first.pdf', 4 * 2 ** 20), ...manyFields }],
    ['with too many files', { programme: manyFiles }],
    ['with too large files', { programme: largeFiles }],
  ])(
    'keeps the connection usable for the next request: %s',
    async (_, parts) => {
      const { body, headers } = await encodeMultipartBody(parts);
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
  test('a form with a filled hidden field is refused visibly, and accepted without it', async () => {
    const { status, message } = await submit({ website: 'https://autofill.example' });
    expect([status, message]).toEqual([422, expect.stringContaining('encore une fois')]);
    expect(await readSubmissions()).toEqual([]);
    expect((await submit({ website: '' })).status).toBe(200);
    expect(await readSubmissions()).toHaveLength(1);
  });

  test('is refused when it is sent at once', async () => {
    const { data } = await call<'GET /forms/ticket'>('/forms/ticket');
    const { status, message } = await submit({ ticket: data.ticket });
    expect([status, message]).toEqual([422, expect.stringContaining('trop vite')]);
    expect(await readSubmissions()).toEqual([]);
  });

  test('is limited for each network', async () => {
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
      for (const site of [40, 41])
        expect((await sendMessage({ ...message, message: `Hello ${count}` }, { site })).status).toBe(200);
    const received = [...(await readMails(api, 40)), ...(await readMails(api, 41))];
    expect(received.filter(({ recipient }) => recipient === 'victim@mail.example')).toHaveLength(points);
    expect(received.filter(({ kind }) => kind === 'form-notice')).toHaveLength(2 * (points + 3));
    expect(await readSubmissions(41)).toHaveLength(points + 3);
  });
});

describe('the limits of a site', () => {
  const exhaust = async (limit: RateLimitName, subject = 'all') => {
    const limits = createRateLimiter(db);
    for (let count = 0; count < rateLimitRules[limit].points; count++) await limits.consume(40, limit, subject);
  };
  const kinds = async () => (await readMails(api, 40)).map(({ kind }) => kind).sort();

  test('store further forms without a mail to the estate and announce that once an hour', async () => {
    await exhaust('form-notice-site');
    await submit({ group: 'One' });
    await submit({ group: 'Two' });
    expect(await kinds()).toEqual(['form-acknowledgement', 'form-acknowledgement', 'forms-overflow']);
    expect(await readSubmissions()).toHaveLength(2);
  });

  test('stop the acknowledgements beyond their number', async () => {
    await exhaust('form-acknowledgement-site');
    await submit();
    expect(await kinds()).toEqual(['form-notice']);
  });

  test('stop the acknowledgements to a mailbox and none of its other mails', async () => {
    await exhaust('form-recipient', validVisitAnswers.email);
    await submit();
    expect(await kinds()).toEqual(['form-notice']);
    expect(await createRateLimiter(db).hasLeft(40, 'mail-recipient', validVisitAnswers.email)).toBe(true);
  });

  test('refuse files, but no answers, once the stored files are too large', async () => {
    await submit({ programme: createPdfFile('plan.pdf') });
    await withSiteTransaction(db, 40, (tx) => tx.update(formFiles).set({ bytes: maxFormFileBytes }));
    const refused = await submit({ group: 'Two', programme: createPdfFile('plan.pdf') }, { lang: 'en' });
    expect([refused.status, refused.errors]).toEqual([
      422,
      { programme: expect.stringMatching(/^The estate cannot receive files/) },
    ]);
    expect((await submit({ group: 'Two' })).status).toBe(200);
    expect(await readSubmissions()).toHaveLength(2);
  });
});
