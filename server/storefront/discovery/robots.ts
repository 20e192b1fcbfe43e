import type { Read, RenderedSite } from '#shared/rendering.ts';
import { privatePaths } from '#shared/site/private-paths.ts';

/** The page itself and what lies below it: a bare `/cart` would also mean a page called `/carte`. */
const disallowed = ['/api/', ...privatePaths.flatMap((path) => [`${path}$`, `${path}/`])];

/** `robots.txt`: everything may be read but calls and customers' own pages; nothing while the site is being built. */
export async function robots(site: RenderedSite, read: Read): Promise<string> {
  const { site: info } = await read('GET /site/info');
  if (info.isBuilding) return 'User-agent: *\nDisallow: /\n';
  return `User-agent: *\n${disallowed.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${site.origin}/sitemap.xml\n`;
}
