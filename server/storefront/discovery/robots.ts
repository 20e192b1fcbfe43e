import type { Read, RenderedSite } from '#shared/rendering.ts';

/** `robots.txt`: everything may be read but the calls; nothing while the site is still being built. */
export async function robots(site: RenderedSite, read: Read): Promise<string> {
  const { site: info } = await read('GET /site/info');
  if (info.isBuilding) return 'User-agent: *\nDisallow: /\n';
  return `User-agent: *\nDisallow: /api/\n\nSitemap: ${site.origin}/sitemap.xml\n`;
}
