import { buildContentPath, type ContentList, type ContentType } from '#shared/content/content-types.ts';
import { getLocale } from '#shared/languages.ts';
import { ApiReadError, type ApiReader, type RenderedSite } from '#shared/rendering.ts';
import { findEntryPathByKind } from '#shared/site/page-tree.ts';
import { escapeXml, xmlDeclaration } from './escape-xml.ts';

/** The source of a feed: the items of a content type, or others that are shown in the same way. */
export interface FeedSource extends Pick<ContentType, 'listKind'> {
  readList: (read: ApiReader, query: { nbItem: number }) => Promise<ContentList>;
}

/**
 * Renders the latest items of a content type as an Atom feed.
 * @throws ApiReadError with status 404 if the site's page tree has no list of this content type.
 */
export async function renderContentFeed(
  type: FeedSource,
  feed: NonNullable<ContentType['feed']>,
  site: RenderedSite,
  read: ApiReader,
): Promise<string> {
  const [{ pages }, { items }] = await Promise.all([
    read('GET /page/tree'),
    type.readList(read, { nbItem: feed.maxEntries }),
  ]);
  const list = findEntryPathByKind(pages, type.listKind);
  if (list === null) throw new ApiReadError(404, `the site has no page of kind ${type.listKind}`);
  const updated =
    items
      .map(({ updatedAt }) => updatedAt)
      .sort()
      .at(-1) ?? new Date(0).toISOString();
  const entries = items.map((item) => {
    const url = escapeXml(site.origin + encodeURI(buildContentPath(list, item)));
    return (
      `<entry><id>${url}</id><title>${escapeXml(item.title)}</title><link href="${url}"/>` +
      `<published>${escapeXml(item.publishedAt)}</published><updated>${escapeXml(item.updatedAt)}</updated>` +
      `<summary>${escapeXml(item.summary)}</summary></entry>`
    );
  });
  const self = `${escapeXml(site.origin)}${feed.path}`;
  return (
    `${xmlDeclaration}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${getLocale(site.lang)}">` +
    `<id>${self}</id><title>${escapeXml(site.name)}</title>` +
    `<link rel="self" type="application/atom+xml" href="${self}"/>` +
    `<link rel="alternate" type="text/html" href="${escapeXml(site.origin + encodeURI(list))}"/>` +
    `<updated>${escapeXml(updated)}</updated><author><name>${escapeXml(site.name)}</name></author>${entries.join('')}</feed>\n`
  );
}
