import type { FastifyInstance } from 'fastify';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import type { ServerTextKey } from '#server/api/contract/server-texts.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { type PageDraft, pageEditingContract } from '#shared/pages/page-editing-contract.ts';
import { deleteDraft, publishDraft, scheduleDraft } from './edit-draft.ts';
import { readDraftWithEditorEmail, readPageVersion, readPageVersions } from './pages-repository.ts';
import { previewRoutes } from './preview-routes.ts';
import { publishContent, readPublishedPage } from './publish-content.ts';

export async function pageEditingRoutes(app: FastifyInstance, dependencies: ContractRouteDependencies): Promise<void> {
  draftRoutes(app, dependencies);
  versionRoutes(app, dependencies);
  await app.register(previewRoutes, dependencies);
}

type MessageTranslator = (text: ServerTextKey, values?: Readonly<Record<string, string | number>>) => string;

const noDraft: PageDraft = {
  revision: 0,
  content: null,
  pageRevision: 0,
  publishAt: null,
  failure: null,
  editedAt: null,
  editedBy: null,
};

/** Reads the draft of a page as the API sends it. A page that was never edited has an empty draft of revision 0. */
async function readDraftForEditor(tx: SiteTx, pageId: number, translate: MessageTranslator): Promise<PageDraft> {
  const stored = await readDraftWithEditorEmail(tx, pageId);
  if (!stored) return noDraft;
  const { revision, content, pageRevision, publishAt, failure, editedAt } = stored.draft;
  return {
    revision,
    content,
    pageRevision,
    publishAt: publishAt?.toISOString() ?? null,
    failure: failure && translate(`pages.refusal.${failure.refusal}`, failure.values),
    editedAt: editedAt.toISOString(),
    editedBy: stored.email,
  };
}

function draftRoutes(app: FastifyInstance, dependencies: ContractRouteDependencies): void {
  const { db } = dependencies;
  const route = createContractRouter(app, 'pages', pageEditingContract, dependencies);
  const readDraft = (siteId: number, pageId: number, translate: MessageTranslator) =>
    withSiteTransaction(db, siteId, (tx) => readDraftForEditor(tx, pageId, translate));

  route('GET /admin/page/{idPage}/draft', ({ params: { idPage }, withSiteTransaction, translate }) =>
    withSiteTransaction(async (tx) => {
      const page = await readPublishedPage(tx, idPage);
      if (!page) return refuse('not_found');
      const { type, ...published } = page;
      return ok({ id: idPage, type, published, draft: await readDraftForEditor(tx, idPage, translate) });
    }),
  );
  route('PUT /admin/page/{idPage}/draft', async ({ params: { idPage }, body, site, user, translate }) => {
    const publishAt = body.publishAt === null ? null : new Date(body.publishAt);
    const change = { ...body, pageId: idPage, publishAt, userId: user.id, now: new Date() };
    const saved = await withSiteTransactionOrRollback(db, site.id, (tx) => scheduleDraft(tx, change));
    const draft = await readDraft(site.id, idPage, translate);
    return saved.ok ? ok({ draft }) : { ...saved, ...(saved.refusal === 'stale_revision' && { current: draft }) };
  });
  route('DELETE /admin/page/{idPage}/draft', async ({ params: { idPage }, query, site, user, translate }) => {
    const edit = { pageId: idPage, revision: query.revision, userId: user.id, now: new Date() };
    const deleted = await withSiteTransactionOrRollback(db, site.id, (tx) => deleteDraft(tx, edit));
    const draft = await readDraft(site.id, idPage, translate);
    return deleted.ok ? ok({ draft }) : { ...deleted, ...(deleted.refusal === 'stale_revision' && { current: draft }) };
  });
  route('POST /admin/page/{idPage}/draft/publish', async (call) => {
    const { params, body, site, user, translate, pickLanguage } = call;
    const edit = { pageId: params.idPage, revision: body.revision, userId: user.id, now: new Date() };
    const published = await withSiteTransactionOrRollback(db, site.id, (tx) => publishDraft(tx, edit, pickLanguage));
    const draft = await readDraft(site.id, params.idPage, translate);
    if (published.ok) return ok({ published: published.value, draft });
    return { ...published, ...(published.refusal === 'stale_revision' && { current: draft }) };
  });
}

function versionRoutes(app: FastifyInstance, dependencies: ContractRouteDependencies): void {
  const { db } = dependencies;
  const route = createContractRouter(app, 'pages', pageEditingContract, dependencies);
  const toVersion = ({
    version: { id, createdAt },
    email,
  }: NonNullable<Awaited<ReturnType<typeof readPageVersion>>>) => ({
    id,
    createdAt: createdAt.toISOString(),
    publishedBy: email,
  });

  route('GET /admin/page/{idPage}/version', ({ params: { idPage }, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      if (!(await readPublishedPage(tx, idPage))) return refuse('not_found');
      return ok({ versions: (await readPageVersions(tx, idPage)).map(toVersion) });
    }),
  );
  route('GET /admin/page/{idPage}/version/{idVersion}', ({ params, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const found = await readPageVersion(tx, params.idPage, params.idVersion);
      return found ? ok({ version: toVersion(found), content: found.version.content }) : refuse('not_found');
    }),
  );
  route(
    'POST /admin/page/{idPage}/version/{idVersion}/publish',
    async ({ params: { idPage, idVersion }, body: { revision }, site, user, pickLanguage }) =>
      withSiteTransactionOrRollback(db, site.id, async (tx) => {
        const found = await readPageVersion(tx, idPage, idVersion);
        if (!found) return refuse('not_found');
        const { content } = found.version;
        const published = await publishContent(tx, {
          pageId: idPage,
          content,
          revision,
          userId: user.id,
          pickLanguage,
        });
        return published.ok ? ok({ published: published.value }) : published;
      }),
  );
}
