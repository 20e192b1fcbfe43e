import { apiBasePath } from '#shared/api-path.ts';
import type { ApiReader, SiteInLanguage } from '#shared/rendering.ts';
import { personalPaths } from '#shared/site/personal-paths.ts';

/** Paths end in `$` or `/`, because rules match by prefix and a bare `/cart` would also exclude `/carte`. */
const disallowed = [`${apiBasePath}/`, ...personalPaths.flatMap((path) => [`${path}$`, `${path}/`])];

/** Renders robots.txt. It excludes the API and customers' personal pages, or the whole site while it is being built. */
export async function renderRobotsTxt(site: SiteInLanguage, read: ApiReader): Promise<string> {
  const { site: info } = await read('GET /site/info');
  if (info.isBuilding) return 'User-agent: *\nDisallow: /\n';
  return `User-agent: *\n${disallowed.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${site.origin}/sitemap.xml\n`;
}
