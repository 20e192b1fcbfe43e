import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { formsDailyTasks } from '#server/api/forms/forms-jobs.ts';
import { formReplies, formSubmissions } from '#server/api/forms/forms-tables.ts';
import { rateLimitRules } from '#server/api/limits/rate-limiter.ts';
import { mails } from '#server/api/mail/mail-tables.ts';
import { replyLimits } from '#shared/forms/form-limits.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { readMails } from '#tests/support/fixtures/seed-order.ts';
import { createMailReaderRunningJobs } from '#tests/support/servers/mail-reader-running-jobs.ts';
import { type CallOptions, startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const mailReader = createMailReaderRunningJobs(api);
let admin: Customer;
let member: Customer;
let adminOfOtherEstate: Customer;

beforeAll(async () => {
  for (const id of [40, 41]) await seedEstate(api.db, api.filesDir, { id, mark: `Domaine ${id}` });
  admin = await createCustomer(api, { role: 'ADMIN' });
  member = await createCustomer(api);
  adminOfOtherEstate = await createCustomer(api, { site: 41, role: 'ADMIN' });
});

beforeEach(async () => {
  await api.db.$client.query('delete from rate_limits');
  for (const site of [40, 41]) await withSiteTransaction(api.db, site, (tx) => tx.delete(mails));
});

let count = 0;
function insert(email = 'amis@mail.example', { site = 40, answer = 'Ouvrez-vous le lundi ?' } = {}): Promise<number> {
  count++;
  return withSiteTransaction(api.db, site, async (tx) => {
    const [row] = await tx
      .insert(formSubmissions)
      .values({
        formId: 7,
        formTitle: 'Visite de groupe',
        lang: 'fr_FR',
        emailKey: email,
        contentHash: `hash-${count}`,
        receivedAt: new Date('2026-05-12T10:00:00Z'),
        erasedAfter: new Date(Date.now() + 86_400_000),
        answers: [{ name: 'message', label: 'Message', answers: [answer] }],
      })
      .returning({ id: formSubmissions.id });
    return row?.id ?? 0;
  });
}

const text = 'Oui, de 10 h à 18 h.\n\nÀ bientôt.';
const call = (path: string, options: CallOptions = {}, user = admin) =>
  api.call(`/admin/forms/submission/${path}`, { site: user.site, headers: user.headers, ...options });
const reply = (id: number, body: object = {}, user = admin, headers: Record<string, string> = {}) =>
  call(
    `${id}/reply`,
    {
      method: 'POST',
      body: { revision: 0, subject: 'Votre visite', text, ...body },
      headers: { ...user.headers, ...headers },
    },
    user,
  );
const readSubmission = async (id: number) => JSON.parse((await call(String(id))).text).data.submission;
const storedReplies = (site = 40) => withSiteTransaction(api.db, site, (tx) => tx.select().from(formReplies));
const readAudit = async (id: number) => {
  const { text: body } = await api.call(`/admin/audit?resource=form-submission&key=${id}`, { headers: admin.headers });
  return JSON.parse(body).data.entries as object[];
};

describe('a reply to a submission', () => {
  it('is mailed in the name of the estate without anything that the visitor typed', async () => {
    const id = await insert();
    expect((await reply(id)).status).toBe(200);
    const [mail] = await mailReader.deliverPending();
    expect(mail).toMatchObject({ site: 40, to: ['amis@mail.example'], subject: 'Votre visite', replyTo: undefined });
    expect(mail?.from).toContain('Domaine 40');
    expect(mail?.text).toContain('Oui, de 10 h à 18 h.\n\nÀ bientôt.');
    expect(mail?.text).toContain('12 mai 2026');
    expect(mail?.html).toContain('Visite de groupe');
    expect(`${mail?.text}${mail?.html}`).not.toContain('lundi');
  });

  it('marks the submission as handled, is shown with its author, and leaves no personal data in the audit log', async () => {
    const id = await insert();
    const { data } = await reply(id);
    expect(data).toMatchObject({
      submission: {
        id,
        revision: 1,
        handledAt: expect.any(String),
        replies: [{ author: admin.email, subject: 'Votre visite', text, sentAt: expect.any(String) }],
      },
    });
    expect(await readSubmission(id)).toEqual((data as unknown as { submission: object }).submission);
    const entries = await readAudit(id);
    expect(entries).toMatchObject([
      {
        action: 'UPDATE',
        email: admin.email,
        before: { isHandled: false, replies: 0 },
        after: { isHandled: true, replies: 1 },
      },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/amis@|10 h|Votre visite/);
  });

  it('contains no HTML and no mail headers that staff typed', async () => {
    const id = await insert();
    await reply(id, { subject: 'Visite\r\nBcc: x@mail.example', text: '<b>gras</b> & <script>1</script>' });
    const [mail] = await mailReader.deliverPending();
    expect(mail?.to).toEqual(['amis@mail.example']);
    expect(mail?.headers).not.toHaveProperty('bcc');
    expect(mail?.html).toContain('&lt;b&gt;gras&lt;/b&gt;');
    expect(mail?.html).not.toContain('<script');
  });

  it('is sent once if its call is repeated with the same Idempotency-Key', async () => {
    const id = await insert();
    const key = { 'idempotency-key': 'a-key-of-the-panel' };
    const first = await reply(id, {}, admin, key);
    const repeated = await reply(id, {}, admin, key);
    expect([first.status, repeated.status]).toEqual([200, 200]);
    expect(repeated.data).toEqual(first.data);
    expect(await readMails(api, 40)).toHaveLength(1);
  });

  it('is refused if a colleague has replied in the meantime, with the present submission', async () => {
    const id = await insert();
    await reply(id);
    const second = await reply(id, { text: 'Un autre texte' });
    expect(second.status).toBe(409);
    expect(JSON.parse(second.text).data.present.submission).toMatchObject({ revision: 1, replies: [{ text }] });
    expect(await readMails(api, 40)).toHaveLength(1);
    expect((await reply(id, { revision: 1, text: 'Un autre texte' })).status).toBe(200);
  });

  it('is refused with a sentence if the visitor gave no email address', async () => {
    const refused = await reply(await insert(''));
    expect(refused.status).toBe(422);
    expect(refused.message).toContain('aucune adresse électronique');
    expect(await readMails(api, 40)).toEqual([]);
  });

  it.each([
    ['an empty text', { text: ' \n' }, 'text'],
    ['a text that is too long', { text: 'x'.repeat(replyLimits.textLength + 1) }, 'text'],
    ['an empty subject', { subject: '' }, 'subject'],
    ['a subject that is too long', { subject: 'x'.repeat(replyLimits.subjectLength + 1) }, 'subject'],
  ])('is refused with %s, as an error of the field', async (_, body, field) => {
    const { status, errors } = await reply(await insert(), body);
    expect([status, Object.keys(errors ?? {})]).toEqual([400, [field]]);
  });

  it('is out of reach of members and other estates', async () => {
    const id = await insert();
    expect((await reply(id, {}, member)).status).toBe(403);
    expect((await reply(id, {}, adminOfOtherEstate)).status).toBe(404);
    expect((await reply(999_999)).status).toBe(404);
    expect((await readSubmission(id)).replies).toEqual([]);
  });
});

describe('the limits of replies', () => {
  const { points } = rateLimitRules['form-reply-recipient'];

  it('count the replies to one mailbox over all estates, and refuse with a time', async () => {
    for (let sent = 0; sent < points; sent++)
      expect((await reply(await insert('limit@mail.example'))).status).toBe(200);
    const elsewhere = await insert('limit@mail.example', { site: 41 });
    const refused = await reply(elsewhere, {}, adminOfOtherEstate);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
    expect(refused.message).toContain('Trop de réponses');
    expect(await storedReplies(41)).toEqual([]);
    expect((await reply(await insert('other@mail.example'))).status).toBe(200);
  });

  it('do not count refused replies', async () => {
    const id = await insert('limit@mail.example');
    for (let attempt = 0; attempt <= points; attempt++) expect((await reply(id, { revision: 9 })).status).toBe(409);
    expect((await reply(id)).status).toBe(200);
  });

  it('allow a number of replies to one submission', async () => {
    const id = await insert();
    const earlier = { submissionId: id, staffUserId: admin.id, subject: 'Votre visite', text };
    await withSiteTransaction(api.db, 40, (tx) =>
      tx.insert(formReplies).values(Array.from({ length: replyLimits.repliesPerSubmission }, () => earlier)),
    );
    const refused = await reply(id);
    expect([refused.status, refused.message]).toEqual([422, expect.stringContaining('vingt réponses')]);
    expect(await readMails(api, 40)).toEqual([]);
  });
});

describe('the retention of replies', () => {
  it('ends with the submission, and the sent mail has lost its text', async () => {
    const [erased, expired] = [await insert(), await insert()];
    for (const id of [erased, expired]) await reply(id, { text: 'Inoubliable' });
    await mailReader.deliverPending();
    expect(JSON.stringify(await readMails(api, 40))).not.toContain('Inoubliable');
    await call(String(erased), { method: 'DELETE' });
    await withSiteTransaction(api.db, 40, async (tx) => {
      await tx.execute(`update form_submissions set erased_after = now() - interval '1 day' where id = ${expired}`);
      await formsDailyTasks['erase-form-submissions']?.(tx);
    });
    expect((await storedReplies()).filter(({ submissionId }) => [erased, expired].includes(submissionId))).toEqual([]);
  });

  it('puts them into the export of the customer, and ends with the account', async () => {
    const customer = await createCustomer(api);
    const id = await insert(customer.email);
    const mention = await insert('bob@mail.example');
    await reply(id);
    await reply(mention, { text: `Demandez à ${customer.email}.` });
    const { data } = await api.call<'GET /user/export'>('/user/export', { headers: customer.headers });
    expect(data.forms).toMatchObject([
      { replies: [{ subject: 'Votre visite', text, sentAt: expect.any(String) }] },
      { answers: [], replies: [{ text: `Demandez à ${customer.email}.` }] },
    ]);
    const body = { password: customer.password };
    expect((await api.call('/user', { method: 'DELETE', headers: customer.headers, body })).status).toBe(200);
    const texts = (await storedReplies()).map((stored) => [stored.submissionId, stored.text]);
    expect(texts.filter(([submission]) => submission === id)).toEqual([]);
    expect(texts).toContainEqual([mention, 'Demandez à […].']);
  });
});
