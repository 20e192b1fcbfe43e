import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { formLimits } from '#shared/forms/form-limits.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import {
  createFormCalls,
  createFormTicket,
  deleteSubmissionsMailsAndRateLimits,
  seedEstatesWithVisitForm,
} from '#tests/support/fixtures/form-calls.ts';
import { createPdfFile } from '#tests/support/fixtures/form-fixtures.ts';
import { readMails } from '#tests/support/fixtures/seed-order.ts';
import { createMailReaderRunningJobs } from '#tests/support/servers/mail-reader-running-jobs.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

vi.setConfig({ testTimeout: 120_000 });
const api = await startTestApi();
const { call } = api;
const { submit, readSubmissions, readSubmittedFiles } = createFormCalls(api);

beforeAll(() => seedEstatesWithVisitForm(api));
beforeEach(() => deleteSubmissionsMailsAndRateLimits(api));

describe('GET /forms/{id}', () => {
  test('returns the form in the caller’s language', async () => {
    const { data } = await call<'GET /forms/{id}'>('/forms/7', { lang: 'en' });
    expect(data.form).toMatchObject({ id: 7, title: 'Group visit', confirmation: 'Thank you.', retentionDays: 90 });
    expect(data.form.fields[5]).toMatchObject({ type: 'choice', options: [{ label: 'No meal' }, { label: 'Lunch' }] });
    expect((await call<'GET /forms/{id}'>('/forms/7')).data.form.title).toBe('Visite de groupe');
  });

  test('returns 404 for an unknown form and one of another estate', async () => {
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
    const [row] = await readSubmissions();
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

  test('responds with an error for each invalid field in the caller’s language', async () => {
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
    expect(await readSubmissions()).toEqual([]);
    expect(await readMails(api, 40)).toEqual([]);
  });

  test('ignores answers to hidden and unknown fields', async () => {
    expect((await submit({ diets: 'hidden', more: 'unknown' })).status).toBe(200);
    expect(JSON.stringify((await readSubmissions())[0]?.answers)).not.toMatch(/hidden|unknown/);
  });

  test('stores the same answers once, even when they are sent at the same time', async () => {
    const parts = { ticket: createFormTicket(), programme: createPdfFile() };
    const statuses = await Promise.all([1, 2, 3, 4].map(async () => (await submit(parts)).status));
    expect(statuses).toEqual([200, 200, 200, 200]);
    expect(await readSubmissions()).toHaveLength(1);
    expect(await readMails(api, 40)).toHaveLength(2);
    expect((await submit({ ...parts, people: '13' })).status).toBe(200);
    expect(await readSubmissions()).toHaveLength(2);
    for (let count = 0; count < 2; count++) await submit({ ticket: '', group: 'Without a script' });
    expect(await readSubmissions()).toHaveLength(3);
  });

  test('mails the labels of the estate’s own language and cleans texts', async () => {
    await submit({ group: 'A\u0007B\u009fC' });
    expect((await readSubmissions())[0]?.answers[0]?.answers).toEqual(['ABC']);
  });

  test('refuses a text that cannot be stored and names its field', async () => {
    const answer = await submit({ group: 'A\0B' });
    expect([answer.status, Object.keys(answer.errors ?? {})]).toEqual([400, ['group']]);
    expect(await readSubmissions()).toEqual([]);
  });
});

describe('the files of a form', () => {
  test('are stored for staff alone and attached to the mail', async () => {
    expect((await submit({ programme: createPdfFile('../../évil\u0007 "plan".pdf') })).status).toBe(200);
    const [file] = await readSubmittedFiles();
    expect(file).toMatchObject({ field: 'programme', type: 'application/pdf', bytes: 2_009 });
    expect(file?.name).not.toMatch(/["/\p{Cc}]/u);
    const notice = (await createMailReaderRunningJobs(api).deliverPending()).find(
      ({ attachments }) => attachments.length > 0,
    );
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
      [createPdfFile('large.pdf', 20_001), 422],
    ];
    for (const [programme, status] of disguised) {
      const answer = await submit({ programme });
      expect([programme.name, answer.status]).toEqual([programme.name, status]);
      if (status === 422) expect(Object.keys(answer.errors ?? {})).toEqual(['programme']);
    }
    expect((await submit({ programme: [createPdfFile(), createPdfFile()] })).status).toBe(422);
  });

  test('are named by their content without invisible characters', async () => {
    for (const name of ['invoice.html', 'in\u202evoice\u200b.PDF', '.htaccess.']) {
      expect((await submit({ group: name, programme: createPdfFile(name) })).status).toBe(200);
    }
    expect((await readSubmittedFiles()).map(({ name }) => name)).toEqual(['invoice.pdf', 'invoice.pdf', 'file.pdf']);
  });

  test('are refused with an error of their field above the limit of all forms', async () => {
    const { status, errors } = await submit({ programme: createPdfFile('large.pdf', formLimits.fileBytes + 300_000) });
    expect([status, Object.keys(errors ?? {})]).toEqual([422, ['programme']]);
  });

  test('are refused with 413 when they are too large together', async () => {
    const files = Array.from({ length: 4 }, (_, index) => createPdfFile(`${index}.pdf`, 4 * 2 ** 20));
    expect((await submit({ programme: files })).status).toBe(413);
  });

  test('do not count for a field that is no file field', async () => {
    expect((await submit({ phone: createPdfFile() })).status).toBe(200);
    expect(await readSubmittedFiles()).toEqual([]);
  });
});
