import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import { describeValidationIssues } from '#server/api/contract/describe-issues.ts';
import { createConcurrencyLimiter } from '#server/http/limiter.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { pageEditingContract } from '#shared/pages/page-editing-contract.ts';
import { parseDraftSectionsForPreview } from './parse-draft-sections-for-preview.ts';
import { readPreview, storePagePreview } from './preview-page.ts';
import { storeThemePreview } from './preview-theme.ts';
import { readPublishedPage } from './publish-content.ts';
import { readHtmlAndPicturesFromMultipart } from './read-html-and-pictures-from-multipart.ts';
import { sanitiseHtmlAndEmbedPictures } from './sanitise-html-and-embed-pictures.ts';
import { checkIfSectionHtmlIsCurrent, readPageWithReplacedSectionHtml } from './section-html.ts';

/** Uploads are in memory while their pictures are converted, so few are processed at a time. */
const uploadLimits = { concurrency: 2, maxQueue: 16 };

export async function previewRoutes(app: FastifyInstance, dependencies: ContractRouteDependencies): Promise<void> {
  // Registered here, the plugin parses the bodies of this Fastify scope only.
  await app.register(multipart, { throwFileSizeLimit: false });
  const route = createContractRouter(app, 'pages', pageEditingContract, dependencies);

  route('PUT /admin/page/{idPage}/preview', ({ params: { idPage }, body: { content }, ...call }) =>
    call.withSiteTransaction(async (tx) => {
      if (!(await readPublishedPage(tx, idPage))) return refuse('not_found');
      const { sections, issues } = await parseDraftSectionsForPreview(tx, content.sections);
      const language = { lang: call.lang, siteLang: call.site.defaultLang };
      const preview = { pageId: idPage, userId: call.user.id, content: { ...content, sections }, ...language };
      const created = await storePagePreview(tx, preview);
      const errors = describeValidationIssues(issues, content, call.lang);
      return created.ok ? ok({ ...created.value, errors }) : created;
    }),
  );
  route('PUT /admin/theme/preview', ({ body: { theme }, ...call }) =>
    call.withSiteTransaction((tx) =>
      storeThemePreview(tx, { theme, userId: call.user.id, lang: call.lang, siteLang: call.site.defaultLang }),
    ),
  );
  route('GET /admin/page/{idPage}/preview/{token}', ({ params: { idPage, token }, ...call }) =>
    call.withSiteTransaction(async (tx) => {
      const context = { pickLanguage: call.pickLanguage, log: call.request.log };
      const language = { lang: call.lang, siteLang: call.site.defaultLang };
      const preview = await readPreview(tx, { pageId: idPage, token, context, ...language });
      return preview ? ok(preview) : refuse('not_found');
    }),
  );
  sectionRoutes(app, dependencies);
}

/** Maps the wire's names to those of the code. */
const toSectionKey = ({ idPage, idLayout }: { idPage: number; idLayout: number }) => ({
  pageId: idPage,
  sectionId: idLayout,
});

function sectionRoutes(app: FastifyInstance, dependencies: ContractRouteDependencies): void {
  const route = createContractRouter(app, 'pages', pageEditingContract, dependencies);
  const runInTurn = createConcurrencyLimiter(uploadLimits);

  route('POST /admin/page/{idPage}/layout/{idLayout}/hash/check', ({ params, body, pickLanguage, ...call }) =>
    call.withSiteTransaction((tx) => checkIfSectionHtmlIsCurrent(tx, toSectionKey(params), body.html, pickLanguage)),
  );
  route('PUT /admin/page/{idPage}/layout/{idLayout}/preview', ({ params, request, ...call }) =>
    runInTurn(async () => {
      const form = await readHtmlAndPicturesFromMultipart(request);
      if (!form.ok) return form;
      const html = await sanitiseHtmlAndEmbedPictures(form.value.html, form.value.uploads, call.site.id);
      if (!html.ok) return html;
      return call.withSiteTransaction(async (tx) => {
        const content = await readPageWithReplacedSectionHtml(tx, toSectionKey(params), html.value);
        if (!content.ok) return content;
        const language = { lang: call.lang, siteLang: call.site.defaultLang };
        const preview = { pageId: params.idPage, userId: call.user.id, content: content.value, ...language };
        return storePagePreview(tx, preview);
      });
    }),
  );
}
