import { generateTokenWithHash, hashToken } from '#server/api/accounts/accounts.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readPage, readPageTree, resolveThemeFontFiles, toPageInLanguage } from '#server/api/site/site.ts';
import type { Lang } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { pageEditLimits } from '#shared/pages/page-edit-limits.ts';
import { buildPreviewPath } from '#shared/pages/preview-path.ts';
import { listPageEntriesWithPaths } from '#shared/site/page-tree.ts';
import type { Page, Theme } from '#shared/site/site-contract.ts';
import type { ThemeInput } from '#shared/site/site-input.ts';
import type { PreviewSectionRow } from './parse-draft-sections-for-preview.ts';
import { findPreview, insertPreview } from './previews-repository.ts';

interface SiteLanguage {
  lang: Lang;
  siteLang: Lang;
}

export interface PreviewContent {
  title: Localized;
  image: number | null;
  sections: PreviewSectionRow[];
}

interface NewPreview extends SiteLanguage {
  pageId: number;
  userId: number;
  content: PreviewContent;
  /** The theme in which the page is shown. By default it is the theme of the site. */
  theme?: ThemeInput;
}

export interface CreatedPreview {
  url: string;
  expiresAt: string;
}

/**
 * Stores a preview of a page. The page must be in the page tree of the language, because the tree determines its
 * layout.
 */
export async function storePagePreview(
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
export async function readPreview(
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
