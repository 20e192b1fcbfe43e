import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { formFiles, formSubmissions } from '#server/api/forms/forms-tables.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { readListExportAuditEntries } from '#tests/support/fixtures/read-list-export-audit-entries.ts';
import { type CallOptions, startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
let admin: Customer;
let member: Customer;
let adminOfOtherEstate: Customer;

beforeAll(async () => {
  for (const id of [40, 41]) await insertSite(api.db, id);
  admin = await createCustomer(api, { role: 'ADMIN' });
  member = await createCustomer(api);
  adminOfOtherEstate = await createCustomer(api, { site: 41, role: 'ADMIN' });
});

let count = 0;
function insert(answer = 'Bonjour'): Promise<number> {
  count++;
  return withSiteTransaction(api.db, 40, async (tx) => {
    const [row] = await tx
      .insert(formSubmissions)
      .values({
        formId: 7,
        formTitle: 'Visite',
        lang: 'fr_FR',
        emailKey: 'amis@mail.example',
        contentHash: `hash-${count}`,
        receivedAt: new Date(),
        erasedAfter: new Date(Date.now() + 86_400_000),
        answers: [{ name: 'message', label: 'Message', answers: [answer] }],
      })
      .returning({ id: formSubmissions.id });
    const file = { field: 'plan', name: 'plan.pdf', type: 'application/pdf', bytes: 1, content: Buffer.from('x') };
    await tx.insert(formFiles).values({ ...file, submissionId: row?.id ?? 0 });
    return row?.id ?? 0;
  });
}

const call = (path: string, options: CallOptions = {}, user = admin) =>
  api.call(`/admin/forms/${path}`, { site: user.site, headers: user.headers, ...options });
const dataOf = async (path: string) => JSON.parse((await call(path)).text).data;
const mark = (id: number, isHandled: boolean, revision = 0, user = admin) =>
  call(`submission/${id}`, { method: 'PUT', body: { revision, isHandled } }, user);
const auditOf = async (id: number) => {
  const { text } = await api.call(`/admin/audit?resource=form-submission&key=${id}`, { headers: admin.headers });
  return JSON.parse(text).data.entries as { action: string; email: string; before: object; after: object }[];
};

describe('a submission of a form', () => {
  it('is marked as handled and as waiting again, with an audit entry for each change', async () => {
    const id = await insert();
    expect((await mark(id, true)).data).toMatchObject({
      submission: { id, handledAt: expect.any(String), email: 'amis@mail.example', files: [{ name: 'plan.pdf' }] },
    });
    expect((await mark(id, true, 1)).data).toMatchObject({ submission: { revision: 1 } });
    expect((await dataOf('submission?isHandled=true')).submissions).toMatchObject([{ id }]);
    expect((await dataOf('submission?isHandled=false&idForm=7')).total).toBe(0);
    expect((await mark(id, false, 1)).data).toMatchObject({ submission: { handledAt: null, revision: 2 } });
    expect(await auditOf(id)).toMatchObject([
      { action: 'UPDATE', email: admin.email, before: { isHandled: true }, after: { isHandled: false } },
      { before: { isHandled: false }, after: { isHandled: true } },
    ]);
  });

  it('is not marked on the basis of an older revision, and the refusal shows the present submission', async () => {
    const id = await insert();
    expect((await mark(id, true)).status).toBe(200);
    const outdated = await mark(id, false);
    expect(outdated.status).toBe(409);
    const { present } = JSON.parse(outdated.text).data;
    expect(present.submission).toMatchObject({ id, revision: 1, handledAt: expect.any(String) });
    expect((await dataOf(`submission/${id}`)).submission).toEqual(present.submission);
    expect(await auditOf(id)).toHaveLength(1);
  });

  it('is erased with its files, and the audit log keeps none of its answers', async () => {
    const id = await insert('un secret');
    expect((await call(`submission/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await call(`submission/${id}`)).status).toBe(404);
    const files = await withSiteTransaction(api.db, 40, (tx) => tx.select().from(formFiles));
    expect(files.map(({ submissionId }) => submissionId)).not.toContain(id);
    const entries = await auditOf(id);
    expect(entries).toMatchObject([{ action: 'DELETE', before: { form: 'Visite' }, after: null }]);
    expect(JSON.stringify(entries)).not.toMatch(/secret|amis@/);
  });

  it('is out of reach of members and other estates', async () => {
    const id = await insert();
    for (const [user, status] of [
      [member, 403],
      [adminOfOtherEstate, 404],
    ] as const) {
      expect((await call(`submission/${id}`, {}, user)).status).toBe(status);
      expect((await mark(id, true, 0, user)).status).toBe(status);
      expect((await call(`submission/${id}`, { method: 'DELETE' }, user)).status).toBe(status);
    }
    expect((await dataOf(`submission/${id}`)).submission.handledAt).toBeNull();
  });
});

describe('the export of submissions', () => {
  it('has a column for each question and protects spreadsheets from formulas', async () => {
    await insert('=HYPERLINK("http://evil.example")');
    const answer = await call('submissions.csv?idForm=7');
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [header, row] = answer.text.split('\r\n');
    expect(header).toBe('\ufeffid,received,handled,language,email,Message,files');
    expect(row).toContain(`fr_FR,amis@mail.example,"'=HYPERLINK(""http://evil.example"")",plan.pdf`);
  });

  it('contains all submissions of several batches, with the questions of each', async () => {
    const first = await insert('La première');
    await withSiteTransaction(api.db, 40, (tx) =>
      tx.update(formSubmissions).set({ formId: 9 }).where(eq(formSubmissions.id, first)),
    );
    const receivedAt = new Date();
    const later = Array.from({ length: 1_001 }, (_, index) => ({
      formId: 9,
      formTitle: 'Visite',
      lang: 'fr_FR' as const,
      emailKey: 'amis@mail.example',
      receivedAt,
      contentHash: `batch-${index}`,
      erasedAfter: new Date(Date.now() + 86_400_000),
      answers: [{ name: 'date', label: 'Date', answers: [`jour ${index}`] }],
    }));
    await withSiteTransaction(api.db, 40, (tx) => tx.insert(formSubmissions).values(later));
    const lines = (await call('submissions.csv?idForm=9')).text.trim().split('\r\n');
    expect(lines[0]).toBe('id,received,handled,language,email,Date,Message,files');
    expect(lines).toHaveLength(1_003);
    expect(new Set(lines).size).toBe(1_003);
    expect(lines.at(-1)).toContain('La première');
  });

  it('contains nothing of other forms and other estates', async () => {
    await insert();
    const earlier = (await readListExportAuditEntries(api.db, 40, 'form-submission')).length;
    expect((await call('submissions.csv?idForm=8')).text.split('\r\n')).toHaveLength(2);
    expect((await call('submissions.csv?idForm=7', {}, adminOfOtherEstate)).text.split('\r\n')).toHaveLength(2);
    expect((await call('submissions.csv', {}, member)).status).toBe(403);
    await call('submissions.csv');
    expect((await readListExportAuditEntries(api.db, 40, 'form-submission')).slice(earlier)).toEqual([
      { userId: admin.id, key: '', after: { idForm: 8 } },
      { userId: admin.id, key: '', after: null },
    ]);
  });
});
