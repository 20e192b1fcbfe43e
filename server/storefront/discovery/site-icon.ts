import { getLocale } from '#shared/languages.ts';
import { buildImageUrl } from '#shared/media/build-image-url.ts';
import type { ApiReader, SiteInLanguage } from '#shared/rendering.ts';
import { resolveDocumentColours } from '#shared/site/brand-colours.ts';

/**
 * Reads the estate's icon.
 * @returns The URL path of the SVG, or of a small PNG if the icon is no SVG; null if the estate has no icon.
 */
export async function readSiteIcon(read: ApiReader): Promise<{ url: string; isDrawing: boolean } | null> {
  const { logos } = await read('GET /logo');
  const icon = logos.find(({ type }) => type === 'LOGO_FAVICON');
  if (!icon) return null;
  const { url } = icon.onlineImage;
  return url.startsWith('/file/')
    ? { url, isDrawing: true }
    : { url: buildImageUrl(url, 192, 'png'), isDrawing: false };
}

/** Creates the web app manifest, which browsers read when a visitor adds the site to a home screen. */
export async function renderWebManifest(site: SiteInLanguage, read: ApiReader): Promise<string> {
  const [{ theme }, { parameters }, icon] = await Promise.all([
    read('GET /theme'),
    read('GET /parameter'),
    readSiteIcon(read),
  ]);
  const byKey = Object.fromEntries(parameters.map(({ type, value }) => [type, value]));
  const colours = resolveDocumentColours(theme, byKey);
  return JSON.stringify({
    name: site.name,
    short_name: site.name,
    lang: getLocale(site.lang),
    start_url: '/',
    scope: '/',
    display: 'browser',
    background_color: colours.paper,
    theme_color: colours.primary,
    icons: icon
      ? [
          icon.isDrawing
            ? { src: icon.url, sizes: 'any', type: 'image/svg+xml' }
            : { src: icon.url, sizes: '192x192', type: 'image/png' },
        ]
      : [],
  });
}
