import { localeOf } from '#shared/languages.ts';
import { type Read, ReadFailure, type RenderedSite } from '#shared/rendering.ts';
import { articlePath, newsPath } from './sitemap.ts';
import { xmlHead, xmlText } from './xml.ts';

/** How many of the latest articles the feed tells of. */
const entries = 20;

/** `feed.xml`: the latest news as an Atom feed. @throws ReadFailure 404 where the site's tree has no news. */
export async function newsFeed(site: RenderedSite, read: Read): Promise<string> {
  const [{ pages }, { news }] = await Promise.all([
    read('GET /page/tree'),
    read('GET /news', { query: { nbItem: entries } }),
  ]);
  const root = newsPath(pages);
  if (root === null) throw new ReadFailure(404, 'the site has no news');
  const updated =
    news
      .map(({ updatedAt }) => updatedAt)
      .sort()
      .at(-1) ?? new Date(0).toISOString();
  const items = news.map((item) => {
    const url = xmlText(site.origin + encodeURI(articlePath(root, item)));
    return (
      `<entry><id>${url}</id><title>${xmlText(item.title)}</title><link href="${url}"/>` +
      `<published>${xmlText(item.publishedAt)}</published><updated>${xmlText(item.updatedAt)}</updated>` +
      `<summary>${xmlText(item.summary)}</summary></entry>`
    );
  });
  return (
    `${xmlHead}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${localeOf(site.lang)}">` +
    `<id>${xmlText(site.origin)}/feed.xml</id><title>${xmlText(site.name)}</title>` +
    `<link rel="self" type="application/atom+xml" href="${xmlText(site.origin)}/feed.xml"/>` +
    `<link rel="alternate" type="text/html" href="${xmlText(site.origin + encodeURI(root))}"/>` +
    `<updated>${xmlText(updated)}</updated><author><name>${xmlText(site.name)}</name></author>${items.join('')}</feed>\n`
  );
}
