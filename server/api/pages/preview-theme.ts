import { findMissingAndLockExistingIds } from '#server/api/database/missing-ids.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { files } from '#server/api/media/media-tables.ts';
import { readPageTree } from '#server/api/site/site.ts';
import type { Lang } from '#shared/languages.ts';
import { type Outcome, refuse } from '#shared/outcome.ts';
import { listPageEntriesWithPaths } from '#shared/site/page-tree.ts';
import type { ThemeInput } from '#shared/site/site-input.ts';
import { parseDraftSectionsForPreview } from './parse-draft-sections-for-preview.ts';
import { type CreatedPreview, storePagePreview } from './preview-page.ts';
import { readPublishedPage } from './publish-content.ts';

interface ThemePreview {
  theme: ThemeInput;
  userId: number;
  lang: Lang;
  siteLang: Lang;
}

/** Stores a preview of the published home page in a theme that is not saved. */
export async function storeThemePreview(
  tx: SiteTx,
  { theme, userId, lang, siteLang }: ThemePreview,
): Promise<Outcome<CreatedPreview, 'not_found' | 'not_in_page_tree' | 'unknown_font'>> {
  const fontFiles = theme.fonts.flatMap((family) => family.files);
  if ((await findMissingAndLockExistingIds(tx, files, fontFiles)).length > 0) return refuse('unknown_font');
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
