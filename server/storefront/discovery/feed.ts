import type { FeedContentType } from '#shared/content-type.ts';
import { buildItemPath, findContentListPageEntries } from '#shared/content-type-pages.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import { getLocale } from '#shared/languages.ts';
import { ApiReadError, type ApiReader, type SiteInLanguage } from '#shared/rendering.ts';
import { listPageEntriesWithPaths } from '#shared/site/page-tree.ts';
import type { PageEntry } from '#shared/site/site-contract.ts';

const maxEntries = 20;

type FeedSource = Pick<FeedContentType<ApiReader>, 'listKind' | 'hasSeveralLists' | 'feed' | 'readList'>;

/** Escapes a text or attribute value and removes control characters, which XML does not allow. */
export const escapeXml = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML does not allow these characters
  escapeHtml(text.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, ''));

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Lists the entries of a page tree in menu order, with their URL paths, for `findContentListPageEntries`. */
export const flattenPageTreeWithPaths = (pages: readonly PageEntry[]) =>
  listPageEntriesWithPaths(pages).map(({ entry, path }) => ({ ...entry, path }));

export const readPageEntriesWithPaths = async (read: ApiReader) =>
  flattenPageTreeWithPaths((await read('GET /page/tree')).pages);

/**
 * Renders the latest items of a content type as an Atom feed.
 * @param route the route of the list whose items the feed contains; without it, the first list of the page tree
 * @throws ApiReadError with status 404 if the site's page tree has no such list.
 */
export async function renderFeed(
  type: FeedSource,
  site: SiteInLanguage,
  read: ApiReader,
  route?: string,
): Promise<string> {
  const lists = findContentListPageEntries(await readPageEntriesWithPaths(read), type);
  const list = lists.find(({ elementRoute }) => route === undefined || elementRoute === route);
  if (!list) throw new ApiReadError(404, `the site has no page of kind ${type.listKind}`);
  const { items } = await type.readList(read, { nbItem: maxEntries }, { route: list.elementRoute });
  const updated =
    items
      .map(({ updatedAt }) => updatedAt)
      .sort()
      .at(-1) ?? new Date(0).toISOString();
  const entries = items.map((item) => {
    const url = escapeXml(site.origin + encodeURI(buildItemPath(list.path, item)));
    return (
      `<entry><id>${url}</id><title>${escapeXml(item.title)}</title><link href="${url}"/>` +
      `<published>${escapeXml(item.publishedAt)}</published><updated>${escapeXml(item.updatedAt)}</updated>` +
      `<summary>${escapeXml(item.summary)}</summary></entry>`
    );
  });
  const { path, buildListPath } = type.feed;
  const self = `${escapeXml(site.origin)}${route !== undefined && buildListPath ? buildListPath(route) : path}`;
  return (
    `${xmlDeclaration}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${getLocale(site.lang)}">` +
    `<id>${self}</id><title>${escapeXml(site.name)}</title>` +
    `<link rel="self" type="application/atom+xml" href="${self}"/>` +
    `<link rel="alternate" type="text/html" href="${escapeXml(site.origin + encodeURI(list.path))}"/>` +
    `<updated>${escapeXml(updated)}</updated><author><name>${escapeXml(site.name)}</name></author>${entries.join('')}</feed>\n`
  );
}
