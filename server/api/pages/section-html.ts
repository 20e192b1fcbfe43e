import type { PickLocalizedText } from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { hashSha256, readPage, sanitiseHtml } from '#server/api/site/site.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import type { PreviewContent } from './preview-page.ts';

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
export async function checkIfSectionHtmlIsCurrent(
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
export async function readPageWithReplacedSectionHtml(
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
