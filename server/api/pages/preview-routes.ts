import multipart from '@fastify/multipart';
import { and, desc, eq, gt, lte, notInArray, or } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { generateTokenWithHash, hashToken } from '#server/api/accounts/accounts.ts';
import {
  type ContractRouteDependencies,
  createContractRouter,
  type PickLocalizedText,
} from '#server/api/contract/contract-route.ts';
import { describeValidationIssues } from '#server/api/contract/describe-issues.ts';
import { assertStorableText } from '#server/api/contract/unstorable-text.ts';
import { lockIdsOrFindMissing } from '#server/api/database/ids.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { runImageTask } from '#server/api/media/image-processes.ts';
import { inspectMedia } from '#server/api/media/inspect-media.ts';
import { files } from '#server/api/media/media-tables.ts';
import {
  hashSha256,
  readPage,
  readPageTree,
  resolveThemeFontFiles,
  sanitiseHtml,
  toPageInLanguage,
} from '#server/api/site/site.ts';
import { createConcurrencyLimiter, QueueFullError } from '#server/http/limiter.ts';
import { MalformedMultipartError, toMultipartError } from '#server/http/malformed-multipart-error.ts';
import type { Lang } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { pageEditLimits } from '#shared/pages/page-edit-limits.ts';
import { pageEditingContract } from '#shared/pages/page-editing-contract.ts';
import { buildPreviewPath } from '#shared/pages/preview-path.ts';
import { listPageEntriesWithPaths } from '#shared/site/page-tree.ts';
import type { Page, Theme } from '#shared/site/site-contract.ts';
import type { ThemeInput } from '#shared/site/site-input.ts';
import { pagePreviews } from './pages-tables.ts';
import { type PreviewSectionRow, parseDraftSectionsForPreview } from './parse-draft-sections-for-preview.ts';
import { readPublishedPage } from './publish-content.ts';

interface PreviewContent {
  title: Localized;
  image: number | null;
  sections: PreviewSectionRow[];
}

/** Adds a preview, and deletes expired previews and the user's oldest ones beyond the maximum number. */
async function insertPreview(tx: SiteTx, preview: Omit<typeof pagePreviews.$inferInsert, 'siteId'>): Promise<void> {
  await tx.insert(pagePreviews).values(preview);
  const kept = tx
    .select({ tokenHash: pagePreviews.tokenHash })
    .from(pagePreviews)
    .where(eq(pagePreviews.userId, preview.userId))
    .orderBy(desc(pagePreviews.createdAt))
    .limit(pageEditLimits.previewsPerUser);
  const isBeyondMax = and(eq(pagePreviews.userId, preview.userId), notInArray(pagePreviews.tokenHash, kept));
  await tx.delete(pagePreviews).where(or(lte(pagePreviews.expiresAt, preview.createdAt), isBeyondMax));
}

/** Finds a preview of a page that has not expired. */
async function findPreview(tx: SiteTx, pageId: number, tokenHash: string, now: Date) {
  const isFound = and(
    eq(pagePreviews.tokenHash, tokenHash),
    eq(pagePreviews.pageId, pageId),
    gt(pagePreviews.expiresAt, now),
  );
  const [row] = await tx.select().from(pagePreviews).where(isFound);
  return row ?? null;
}

interface SiteLanguage {
  lang: Lang;
  siteLang: Lang;
}

interface NewPreview extends SiteLanguage {
  pageId: number;
  userId: number;
  content: PreviewContent;
  /** The theme in which the page is shown. By default it is the theme of the site. */
  theme?: ThemeInput;
}

interface CreatedPreview {
  url: string;
  expiresAt: string;
}

/**
 * Stores a preview of a page. The page must be in the page tree of the language, because the tree determines its
 * layout.
 */
async function storePagePreview(
  tx: SiteTx,
  { pageId, userId, content: { title, image, sections }, theme, ...language }: NewPreview,
): Promise<Outcome<CreatedPreview, 'not_in_page_tree'>> {
  if ((await findPathOfPage(tx, pageId, language)) === null) return refuse('not_in_page_tree');
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + pageEditLimits.previewMinutes * 60_000);
  const { token, hash } = generateTokenWithHash();
  const content = { title, imageId: image, sections, ...(theme && { theme }) };
  await insertPreview(tx, { tokenHash: hash, pageId, ...content, userId, createdAt, expiresAt });
  return ok({ url: buildPreviewPath(pageId, token), expiresAt: expiresAt.toISOString() });
}

interface PreviewRead extends SiteLanguage {
  pageId: number;
  token: string;
  context: Parameters<typeof toPageInLanguage>[2];
}

/** @returns Null if the preview does not exist or has expired, or if the page is no longer in the page tree. */
async function readPreview(
  tx: SiteTx,
  { pageId, token, context, ...language }: PreviewRead,
): Promise<{ path: string; page: Page; theme: Theme | null } | null> {
  const preview = await findPreview(tx, pageId, hashToken(token), new Date());
  const stored = preview && (await readPage(tx, pageId));
  const path = stored && (await findPathOfPage(tx, pageId, language));
  if (!stored || !path) return null;
  const { title, imageId, theme } = preview;
  const sections = preview.sections.map((section) => ({ ...section, pageId }));
  const page = await toPageInLanguage(tx, { page: { ...stored.page, title, imageId }, sections }, context);
  return { path, page, theme: theme && (await resolveThemeFontFiles(tx, theme)) };
}

/** @returns Null if no entry of the page tree shows the page. */
async function findPathOfPage(tx: SiteTx, pageId: number, { lang, siteLang }: SiteLanguage): Promise<string | null> {
  const entries = listPageEntriesWithPaths(await readPageTree(tx, lang, siteLang));
  return entries.find(({ entry, path }) => entry.page === pageId && path !== null)?.path ?? null;
}

interface UploadedPreviewPicture {
  /** The name with which the HTML refers to the file. */
  name: string;
  content: Buffer;
}

interface PreviewForm {
  html: string;
  uploads: UploadedPreviewPicture[];
}

const { htmlBytes, previewPictures, previewPictureBytes, previewUploadBytes } = pageEditLimits;
/** Limits of the multipart body, with the option names of busboy. */
const partLimits = { fields: 1, files: previewPictures, fieldSize: htmlBytes, fileSize: previewPictureBytes };

/** Reads the HTML of a section, which may be empty, and its pictures from a multipart form. */
async function readPreviewUpload(request: FastifyRequest): Promise<Outcome<PreviewForm, 'too_large' | 'html_missing'>> {
  if (!request.isMultipart()) throw new MalformedMultipartError('another content type');
  const uploads: UploadedPreviewPicture[] = [];
  let html: string | null = null;
  let bytes = 0;
  try {
    for await (const part of request.parts({ limits: { ...partLimits, parts: previewPictures + 1 } })) {
      if (part.type === 'field') {
        if (part.valueTruncated) return discardRest(request);
        assertStorableText(part.fieldname, String(part.value ?? ''));
        if (part.fieldname === 'html') html = String(part.value ?? '');
        continue;
      }
      assertStorableText(part.fieldname, part.filename);
      const content = await readFile(part.file, previewUploadBytes - bytes);
      if (content === null || part.file.truncated) return discardRest(request);
      bytes += content.length;
      uploads.push({ name: part.filename, content });
    }
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error && error.statusCode === 413) return discardRest(request);
    discardRest(request);
    throw toMultipartError(error);
  }
  return html === null ? refuse('html_missing') : ok({ html, uploads });
}

/** Refuses the form and discards the rest of its body, which would block the next request on the connection. */
function discardRest({ raw }: FastifyRequest) {
  raw.unpipe();
  raw.resume();
  return refuse('too_large');
}

/** @returns Null if the file is larger than `maxBytes`. */
async function readFile(file: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of file) {
    bytes += chunk.length;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Uploads are in memory while their pictures are converted, so few are processed at a time. */
const uploadLimits = { concurrency: 2, maxQueue: 16 };

interface ThemePreview {
  theme: ThemeInput;
  userId: number;
  lang: Lang;
  siteLang: Lang;
}

/** Stores a preview of the published home page in a theme that is not saved. */
async function storeThemePreview(
  tx: SiteTx,
  { theme, userId, lang, siteLang }: ThemePreview,
): Promise<Outcome<CreatedPreview, 'not_found' | 'not_in_page_tree' | 'unknown_font'>> {
  const fontFiles = theme.fonts.flatMap((family) => family.files);
  if ((await lockIdsOrFindMissing(tx, files, fontFiles)).length > 0) return refuse('unknown_font');
  const pageId = await findFirstPage(tx, lang, siteLang);
  const published = pageId === null ? null : await readPublishedPage(tx, pageId);
  if (pageId === null || !published) return refuse('not_found');
  const { sections } = await parseDraftSectionsForPreview(tx, published.content.sections);
  return storePagePreview(tx, { pageId, userId, content: { ...published.content, sections }, theme, lang, siteLang });
}

/** Finds the home page, or the first page of the page tree if the home page has no content. */
async function findFirstPage(tx: SiteTx, lang: Lang, siteLang: Lang): Promise<number | null> {
  const entries = listPageEntriesWithPaths(await readPageTree(tx, lang, siteLang)).filter(
    ({ entry, path }) => path !== null && entry.page !== null,
  );
  const home = entries.find(({ path }) => path === '/');
  return (home ?? entries[0])?.entry.page ?? null;
}

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

/** Size in pixels to which pictures are reduced, because the HTML of the preview contains their bytes. */
const previewSize = { width: 1_200, maxHeight: 4_000 };

/** Returns the URL path that stands for an uploaded picture while the HTML is sanitised. */
const placeholderOf = (index: number): string => `/admin/preview-picture/${index}`;

/**
 * Sanitises HTML and replaces the names of uploaded pictures in it by the pictures themselves. Pictures are decoded and
 * encoded anew, so that nothing but their pixels remains. Each reference to a picture embeds it again, so the size is
 * checked before the names are replaced.
 */
async function embedPictures(
  html: string,
  uploads: readonly UploadedPreviewPicture[],
  siteId: number,
): Promise<Outcome<string, 'unreadable_picture' | 'too_large'>> {
  const pictures: string[] = [];
  for (const { name, content } of uploads) {
    const picture = await encodePicture(name, content, siteId);
    if (picture === null) return refuse('unreadable_picture', { values: { name } });
    pictures.push(picture);
  }
  const named = uploads.reduce(
    (text, { name }, index) => text.replaceAll(`src="${name}"`, `src="${placeholderOf(index)}"`),
    html,
  );
  const sanitised = sanitiseHtml(named);
  if (measureEmbedded(sanitised, pictures) > pageEditLimits.previewBytes) return refuse('too_large');
  const embedded = pictures.reduceRight(
    (text, picture, index) => text.replaceAll(`src="${placeholderOf(index)}"`, `src="${picture}"`),
    sanitised,
  );
  return ok(embedded);
}

/** Returns an upper bound of the length of the HTML after each placeholder has been replaced by its picture. */
const measureEmbedded = (html: string, pictures: readonly string[]): number =>
  pictures.reduce(
    (length, picture, index) => length + (html.split(`src="${placeholderOf(index)}"`).length - 1) * picture.length,
    html.length,
  );

/**
 * Encodes a picture as a `data:` URL.
 * @returns Null if the content is not a picture of the type that its file name states.
 */
async function encodePicture(name: string, content: Buffer, siteId: number): Promise<string | null> {
  const media = await inspectMedia(name, content, siteId);
  if (typeof media === 'string' || media.kind !== 'image') return null;
  try {
    const source = { original: media.bytes, isSvg: media.type === 'image/svg+xml' };
    const conversion = { ...previewSize, format: 'webp' as const };
    const bytes = await runImageTask(siteId, 'convertImage', { ...source, conversion });
    return `data:image/webp;base64,${Buffer.from(bytes).toString('base64')}`;
  } catch (error) {
    if (error instanceof QueueFullError) throw error;
    // The header of the picture is valid, but its pixels cannot be decoded, or take too long.
    return null;
  }
}

type SectionRefusal = 'not_found' | 'not_html';

interface SectionKey {
  pageId: number;
  sectionId: number;
}

async function readPageWithHtmlSection(tx: SiteTx, { pageId, sectionId }: SectionKey) {
  const stored = await readPage(tx, pageId);
  const section = stored?.sections.find(({ id }) => id === sectionId);
  if (!stored || !section) return refuse<SectionRefusal>('not_found');
  return section.kind === 'html' ? ok({ ...stored, section }) : refuse<SectionRefusal>('not_html');
}

/**
 * Checks whether HTML equals the stored HTML of a section in one language, after both are sanitised.
 * @returns The result, and the SHA-256 of the stored HTML.
 */
async function isSectionHtmlCurrent(
  tx: SiteTx,
  key: SectionKey,
  html: string,
  pickLanguage: PickLocalizedText,
): Promise<Outcome<{ isCurrent: boolean; hash: string }, SectionRefusal>> {
  const found = await readPageWithHtmlSection(tx, key);
  if (!found.ok) return found;
  const hash = hashSha256(pickLanguage(found.value.section.html));
  return ok({ isCurrent: hashSha256(sanitiseHtml(html)) === hash, hash });
}

/** Reads the published content of a page, with other HTML in one section. */
async function replaceSectionHtml(
  tx: SiteTx,
  key: SectionKey,
  html: string,
): Promise<Outcome<PreviewContent, SectionRefusal>> {
  const found = await readPageWithHtmlSection(tx, key);
  if (!found.ok) return found;
  const { page } = found.value;
  const sections = found.value.sections.map(({ siteId: _, pageId: _page, ...section }) =>
    section.id === key.sectionId ? { ...section, html } : section,
  );
  return ok({ title: page.title, image: page.imageId, sections });
}

function sectionRoutes(app: FastifyInstance, dependencies: ContractRouteDependencies): void {
  const route = createContractRouter(app, 'pages', pageEditingContract, dependencies);
  const runInTurn = createConcurrencyLimiter(uploadLimits);

  route('POST /admin/page/{idPage}/layout/{idLayout}/hash/check', ({ params, body, pickLanguage, ...call }) =>
    call.withSiteTransaction((tx) => isSectionHtmlCurrent(tx, toSectionKey(params), body.html, pickLanguage)),
  );
  route('PUT /admin/page/{idPage}/layout/{idLayout}/preview', ({ params, request, ...call }) =>
    runInTurn(async () => {
      const form = await readPreviewUpload(request);
      if (!form.ok) return form;
      const html = await embedPictures(form.value.html, form.value.uploads, call.site.id);
      if (!html.ok) return html;
      return call.withSiteTransaction(async (tx) => {
        const content = await replaceSectionHtml(tx, toSectionKey(params), html.value);
        if (!content.ok) return content;
        const language = { lang: call.lang, siteLang: call.site.defaultLang };
        const preview = { pageId: params.idPage, userId: call.user.id, content: content.value, ...language };
        return storePagePreview(tx, preview);
      });
    }),
  );
}
