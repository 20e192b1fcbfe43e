import type { PickLanguage } from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { hashSha256, readPage, sanitiseHtml } from '#server/api/site/site.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import type { PreviewContent } from './preview-page.ts';

type LayoutRefusal = 'not_found' | 'not_html';

async function readHtmlLayout(tx: SiteTx, pageId: number, layoutId: number) {
  const stored = await readPage(tx, pageId);
  const layout = stored?.layouts.find(({ id }) => id === layoutId);
  if (!stored || !layout) return refuse<LayoutRefusal>('not_found');
  return layout.kind === 'html' ? ok({ ...stored, layout }) : refuse<LayoutRefusal>('not_html');
}

/**
 * Checks whether HTML equals the stored HTML of a section in one language, after both are sanitised.
 * @returns The result, and the SHA-256 of the stored HTML.
 */
export async function checkIfSectionHtmlIsCurrent(
  tx: SiteTx,
  { idPage, idLayout }: { idPage: number; idLayout: number },
  html: string,
  pickLanguage: PickLanguage,
): Promise<Outcome<{ isCurrent: boolean; hash: string }, LayoutRefusal>> {
  const found = await readHtmlLayout(tx, idPage, idLayout);
  if (!found.ok) return found;
  const hash = hashSha256(pickLanguage(found.value.layout.html));
  return ok({ isCurrent: hashSha256(sanitiseHtml(html)) === hash, hash });
}

/** Reads the published content of a page, with other HTML in one section. */
export async function readPageWithReplacedSectionHtml(
  tx: SiteTx,
  { idPage, idLayout }: { idPage: number; idLayout: number },
  html: string,
): Promise<Outcome<PreviewContent, LayoutRefusal>> {
  const found = await readHtmlLayout(tx, idPage, idLayout);
  if (!found.ok) return found;
  const { page, layouts } = found.value;
  const sections = layouts.map(({ siteId: _, pageId: _page, ...layout }) =>
    layout.id === idLayout ? { ...layout, html } : layout,
  );
  return ok({ title: page.title, image: page.imageId, sections });
}
