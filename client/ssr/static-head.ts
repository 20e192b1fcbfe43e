import { escapeHtml } from '#shared/escape-html.ts';
import type { FeedLink } from './feed-links.ts';
import type { PageAssets } from './page-assets.ts';
import type { RenderedTheme } from './render-theme.ts';

/** Links for the document's `<head>` that are the same on all pages of a site in one language. */
export interface HeadLinks {
  favicon: string | undefined;
  feeds: readonly FeedLink[];
  /** SHA-256 in hex of the estate's script, which pages load as `/scripts/<hash>.js`; empty without a script. */
  scripts: string;
}

/** Renders the beginning of `<head>`, which precedes the part that React renders. */
export function renderHeadBeginning(files: PageAssets, theme: RenderedTheme, { favicon, feeds, scripts }: HeadLinks) {
  const [entry, ...modules] = files.modules;
  return [
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<meta name="theme-color" content="${theme.barColour}">`,
    ...theme.preloadedFonts.map(
      (url) => `<link rel="preload" as="font" type="font/woff2" href="${escapeHtml(url)}" crossorigin>`,
    ),
    `<style>${theme.style}</style>`,
    ...files.styles.map((url) => `<link rel="stylesheet" href="${escapeHtml(url)}">`),
    entry ? `<script type="module" src="${escapeHtml(entry)}"></script>` : '',
    ...modules.map((url) => `<link rel="modulepreload" href="${escapeHtml(url)}">`),
    scripts ? `<script defer src="/scripts/${escapeHtml(scripts)}.js"></script>` : '',
    favicon ? `<link rel="icon" href="${escapeHtml(favicon)}">` : '',
    '<link rel="manifest" href="/manifest.webmanifest">',
    ...feeds.map(
      ({ path, title }) =>
        `<link rel="alternate" type="application/atom+xml" href="${escapeHtml(path)}" title="${escapeHtml(title)}">`,
    ),
  ].join('');
}

/** Creates values for a `Link` header, with which the browser fetches files before it has read the document. */
export const createPreloadLinkHeaderValues = (files: PageAssets, theme: RenderedTheme): string[] => [
  ...files.styles.map((url) => `<${url}>; rel=preload; as=style`),
  ...theme.preloadedFonts.map((url) => `<${url}>; rel=preload; as=font; type="font/woff2"; crossorigin`),
  ...files.modules.map((url) => `<${url}>; rel=modulepreload`),
];
