import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { users } from '#server/api/accounts/accounts-tables.ts';
import { createApiJobs } from '#server/api/api-jobs.ts';
import { products } from '#server/api/catalogue/catalogue-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { pageDrafts, pageVersions } from '#server/api/pages/pages-tables.ts';
import type { DataOf } from '#shared/endpoint.ts';
import type { PageContent } from '#shared/pages/page-content.ts';
import type { PageEditingContract } from '#shared/pages/page-editing-contract.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const { db } = api;
const site = 40;
let admin: Customer;
let colleague: Customer;

interface Answer<Data> {
  status: number;
  message: string;
  errors: Record<string, string> | undefined;
  data: Data & { present?: unknown };
}

async function send<N extends keyof PageEditingContract>(
  name: N,
  path: string,
  body?: object,
  user = admin,
): Promise<Answer<DataOf<PageEditingContract[N]>>> {
  const method = name.split(' ')[0] as 'GET';
  const { status, text } = await api.call(path, { method, headers: user.headers, ...(body && { body }) });
  const { data, message } = JSON.parse(text);
  return { status, message, errors: data.errors, data };
}

const readEditing = async (page = 1) =>
  (await send('GET /admin/page/{idPage}/draft', `/admin/page/${page}/draft`)).data;
const saveDraft = (body: object, user = admin) =>
  send('PUT /admin/page/{idPage}/draft', '/admin/page/1/draft', body, user);
const publish = (revision: number, user = admin) =>
  send('POST /admin/page/{idPage}/draft/publish', '/admin/page/1/draft/publish', { revision }, user);
const listVersions = async () =>
  (await send('GET /admin/page/{idPage}/version', '/admin/page/1/version')).data.versions;
const readAudit = async () =>
  JSON.parse((await api.call('/admin/audit', { headers: admin.headers })).text).data.entries as {
    resource: string;
    action: string;
    email: string;
    after: { title: string } | null;
  }[];

const contentOf = (title: string, ...sections: PageContent['sections']): PageContent => ({
  title,
  image: null,
  sections: [{ id: 1, kind: 'text', paragraphs: [title] }, ...sections],
});

/**
 * Saves a draft with the present revisions of the draft and of the page, so that there is no conflict.
 * @returns the new revision of the draft
 */
async function draftNow(content: PageContent, publishAt: string | null = null): Promise<number> {
  const { draft, published } = await readEditing();
  const saved = await saveDraft({
    revision: draft.revision,
    pageRevision: published.revision,
    publishAt,
    content,
  });
  expect(saved.status).toBe(200);
  return saved.data.draft.revision;
}

const runJob = (task: string, payload: object = {}) => {
  const jobs = createApiJobs({ filesDir: api.filesDir } as never);
  const run = jobs.tasks[task] ?? jobs.hourly[task];
  return run?.({ db, siteId: site, payload: { ...payload }, signal: new AbortController().signal });
};

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

beforeAll(async () => {
  for (const [id, mark] of [
    [site, 'Chênes'],
    [41, 'Willow'],
  ] as const)
    await seedEstate(db, api.filesDir, { id, mark });
  admin = await createCustomer(api, { role: 'ADMIN' });
  colleague = await createCustomer(api, { role: 'ADMIN' });
});

describe('PUT /admin/page/{key}', () => {
  it.each([
    ['an unknown form', { form: 424 }, 422],
    ['the contact form', {}, 200],
  ])('responds to a page that shows %s with the fitting status', async (_, section, status) => {
    const read = async () => JSON.parse((await api.call('/admin/page/1', { headers: admin.headers })).text).data;
    const { revision, item } = await read();
    const body = { revision, item: { ...item, sections: [{ id: 1, kind: 'form', ...section }] } };
    const saved = await api.call('/admin/page/1', { method: 'PUT', headers: admin.headers, body });
    expect(saved.status).toBe(status);
    if (status === 200) return;
    expect((await read()).revision).toBe(revision);
    expect(saved.message).toContain('n’existe plus');
  });
});

describe('a draft of a page', () => {
  it('stays invisible until it is published, and then leaves two versions and audit entries', async () => {
    const revision = await draftNow(contentOf('Brouillon'));
    const visible = await api.call<'GET /page/{id}'>('/page/1');
    expect(visible.data.page.title).toBe('Le domaine Chênes');

    const published = await publish(revision);
    expect(published).toMatchObject({ status: 200, data: { published: { content: { title: 'Brouillon' } } } });
    expect(published.data.draft).toMatchObject({ revision: revision + 1, content: null });
    expect((await api.call<'GET /page/{id}'>('/page/1')).data.page.title).toBe('Brouillon');
    expect(await listVersions()).toMatchObject([{ publishedBy: admin.email }, { publishedBy: null }]);
    expect((await readAudit()).slice(0, 2)).toMatchObject([
      { resource: 'page', action: 'UPDATE', email: admin.email, after: { title: 'Brouillon' } },
      { resource: 'page-draft', action: 'CREATE', email: admin.email },
    ]);
    expect(await publish(revision + 1)).toMatchObject({ status: 409, data: {} });
  });

  it('keeps incomplete sections, and names their fields when it is published', async () => {
    const revision = await draftNow(contentOf('Incomplet', { id: 2, kind: 'gallery', images: [] }));
    const refused = await publish(revision);
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.errors ?? {})).toEqual(['sections.1.images']);
    expect((await readEditing()).draft.content?.sections[1]).toEqual({ id: 2, kind: 'gallery', images: [] });
  });

  it('returns 409 with the present draft to a colleague who has read an older one', async () => {
    const { draft, published } = await readEditing();
    const base = { revision: draft.revision, pageRevision: published.revision };
    expect((await saveDraft({ ...base, content: contentOf('Le mien') })).status).toBe(200);
    const refused = await saveDraft({ ...base, content: contentOf('Le sien') }, colleague);
    expect(refused).toMatchObject({
      status: 409,
      data: { present: { revision: draft.revision + 1, content: { title: 'Le mien' }, editedBy: admin.email } },
    });
    expect((await publish(draft.revision, colleague)).status).toBe(409);
  });

  it('is saved once when two users save at the same time', async () => {
    const { draft, published } = await readEditing();
    const base = { revision: draft.revision, pageRevision: published.revision };
    const answers = await Promise.all([
      saveDraft({ ...base, content: contentOf('A') }),
      saveDraft({ ...base, content: contentOf('B') }, colleague),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('is not published over a page that was edited since, and the response contains that page', async () => {
    const revision = await draftNow(contentOf('Dépassé'));
    const { published } = await readEditing();
    const item = { ...published.content, title: 'Modifiée ailleurs', type: 'ESTATE' };
    const edited = await api.call('/admin/page/1', {
      method: 'PUT',
      headers: colleague.headers,
      body: { revision: published.revision, item: { id: 1, ...item } },
    });
    expect(edited.status).toBe(200);
    const refused = await publish(revision);
    expect(refused).toMatchObject({
      status: 409,
      data: { present: { revision: published.revision + 1, content: { title: 'Modifiée ailleurs' } } },
    });
    expect((await api.call<'GET /page/{id}'>('/page/1')).data.page.title).toBe('Modifiée ailleurs');
  });

  it.each([
    ['product', { kind: 'products', products: [424] }, 'product_missing', '424'],
    ['form', { kind: 'form', form: 424 }, 'form_missing', '424'],
    ['picture', { kind: 'picture', image: { image: 424 } }, 'picture_missing', '424'],
  ] as const)('is not published while it shows a deleted %s, which the message names', async (_, section, __, name) => {
    const revision = await draftNow(contentOf('Référence', { id: 2, ...section }));
    const refused = await publish(revision);
    expect(refused.status).toBe(422);
    expect(refused.message).toMatch(new RegExp(`section 2 .*${name}`));
    expect((await readEditing()).draft.content?.title).toBe('Référence');
  });

  it('is not published while it shows an archived product, which the message names', async () => {
    const [product] = await withSiteTransaction(db, site, (tx) => tx.select().from(products).limit(1));
    const archive = (archivedAt: Date | null) =>
      withSiteTransaction(db, site, (tx) =>
        tx
          .update(products)
          .set({ archivedAt })
          .where(eq(products.id, product?.id ?? 0)),
      );
    const revision = await draftNow(contentOf('Vin', { id: 2, kind: 'products', products: [product?.id] }));
    await archive(new Date());
    expect(await publish(revision)).toMatchObject({ status: 422, message: expect.stringContaining('«\u00a0') });
    await archive(null);
    expect((await publish(revision)).status).toBe(200);
  });

  it('is stored and published with sanitised HTML', async () => {
    const html = '<p onclick="x()">Chai<script>alert(1)</script></p><img src="https://tracker.example/p.gif">';
    const revision = await draftNow({ title: 'T', image: null, sections: [{ id: 1, kind: 'html', text: { html } }] });
    expect((await readEditing()).draft.content?.sections[0]?.text).toEqual({ html: '<p>Chai</p><img />' });
    await publish(revision);
    const { layouts } = (await api.call<'GET /page/{id}'>('/page/1')).data.page;
    expect(layouts[0]?.html).toBe('<p>Chai</p><img />');
  });

  it('is deleted without a change of the page', async () => {
    const revision = await draftNow(contentOf('Abandonné'));
    const path = `/admin/page/1/draft?revision=${revision}`;
    const deleted = await send('DELETE /admin/page/{idPage}/draft', path);
    expect(deleted.data.draft).toMatchObject({ revision: revision + 1, content: null });
    expect((await send('DELETE /admin/page/{idPage}/draft', path)).status).toBe(409);
    expect((await readEditing()).published.content.title).not.toBe('Abandonné');
    expect((await readAudit())[0]).toMatchObject({ resource: 'page-draft', action: 'DELETE', email: admin.email });
  });
});

describe('a scheduled publication', () => {
  it('needs a time in the future, within a year', async () => {
    const { draft, published } = await readEditing();
    const base = { revision: draft.revision, pageRevision: published.revision, content: contentOf('X') };
    for (const publishAt of [inHours(-1), inHours(24 * 400)])
      expect((await saveDraft({ ...base, publishAt })).status).toBe(422);
    expect((await saveDraft({ ...base, publishAt: 'demain' })).status).toBe(400);
  });

  it('is queued for its time and publishes the draft in the name of its editor', async () => {
    const publishAt = inHours(30);
    const revision = await draftNow(contentOf('Programmée'), publishAt);
    const { rows } = await db.$client.query(
      "select run_at from graphile_worker.jobs where task_identifier = 'publish-page' order by id desc limit 1",
    );
    expect(new Date(rows[0].run_at).toISOString()).toBe(publishAt);
    await runJob('publish-page', { page: 1, revision });
    expect((await readEditing()).published.content.title).toBe('Programmée');
    expect((await readAudit())[0]).toMatchObject({ resource: 'page', email: admin.email });
  });

  it('does nothing after the draft has been saved again without a time', async () => {
    const revision = await draftNow(contentOf('Trop tôt'), inHours(1));
    await draftNow(contentOf('Encore en travail'));
    await runJob('publish-page', { page: 1, revision });
    expect((await readEditing()).published.content.title).toBe('Programmée');
  });

  it('keeps the draft with the reason if the publication is refused', async () => {
    const revision = await draftNow(contentOf('Refusée', { id: 2, kind: 'products', products: [424] }), inHours(1));
    await runJob('publish-page', { page: 1, revision });
    const { draft, published } = await readEditing();
    expect(published.content.title).toBe('Programmée');
    expect(draft).toMatchObject({ content: { title: 'Refusée' }, publishAt: null });
    expect(draft.failure).toMatch(/section 2 .*424/);
  });

  it('is refused with a reason if its editor is no longer a member of staff', async () => {
    const formerColleague = await createCustomer(api, { role: 'ADMIN' });
    const { draft: before, published } = await readEditing();
    const body = { revision: before.revision, pageRevision: published.revision, publishAt: inHours(1) };
    const { data } = await saveDraft({ ...body, content: contentOf('Rancune') }, formerColleague);
    await withSiteTransaction(db, site, (tx) =>
      tx.update(users).set({ role: 'MEMBER' }).where(eq(users.id, formerColleague.id)),
    );
    await runJob('publish-page', { page: 1, revision: data.draft.revision });
    const { draft, published: after } = await readEditing();
    expect(after.content.title).toBe('Programmée');
    expect(draft).toMatchObject({ content: { title: 'Rancune' }, publishAt: null });
    expect(draft.failure).toMatch(/ne fait plus partie de l’équipe/);
  });

  it('is published by the hourly job if its own job was lost', async () => {
    await draftNow(contentOf('Rattrapée'), inHours(1));
    await withSiteTransaction(db, site, (tx) =>
      tx.update(pageDrafts).set({ publishAt: sql`now() - interval '10 minutes'` }),
    );
    await runJob('publish-overdue-pages');
    expect((await readEditing()).published.content.title).toBe('Rattrapée');
  });
});

describe('versions of a page', () => {
  it('are published again, unless the page has changed since it was read', async () => {
    await publish(await draftNow(contentOf('Première')));
    await publish(await draftNow(contentOf('Deuxième')));
    const [, first] = await listVersions();
    const path = `/admin/page/1/version/${first?.id}`;
    const version = await send('GET /admin/page/{idPage}/version/{idVersion}', path);
    expect(version.data.content.title).toBe('Première');
    const { revision } = (await readEditing()).published;
    const rollBack = (body: object) =>
      send('POST /admin/page/{idPage}/version/{idVersion}/publish', `${path}/publish`, body);
    expect((await rollBack({ revision: revision - 1 })).status).toBe(409);
    expect((await rollBack({ revision })).data.published.content.title).toBe('Première');
    expect((await api.call<'GET /page/{id}'>('/page/1')).data.page.title).toBe('Première');
    expect((await readAudit())[0]).toMatchObject({ resource: 'page', action: 'UPDATE', after: { title: 'Première' } });
    expect((await send('GET /admin/page/{idPage}/version/{idVersion}', '/admin/page/1/version/999999')).status).toBe(
      404,
    );
  });

  it('are limited to the newest 50', async () => {
    await withSiteTransaction(db, site, (tx) =>
      tx.insert(pageVersions).values(
        Array.from({ length: 60 }, (_, index) => ({
          pageId: 1,
          content: contentOf(`Ancienne ${index}`),
          createdAt: new Date(),
        })),
      ),
    );
    await publish(await draftNow(contentOf('La dernière')));
    const count = await withSiteTransaction(db, site, (tx) => tx.$count(pageVersions, eq(pageVersions.pageId, 1)));
    expect(count).toBe(50);
    const [newest] = await listVersions();
    expect(newest?.publishedBy).toBe(admin.email);
  });
});
