import type { FastifyBaseLogger } from 'fastify';
import { isReadFailure, type Read, type RenderInput, type RenderResult } from '#shared/rendering.ts';
import type { Made } from '../cache/html-cache.ts';
import type { SiteHost } from '../sites/host-index.ts';
import { cachePolicy } from './cache-policy.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { documentHeaders } from './document-headers.ts';
import type { Rendering } from './rendering.ts';

/**
 * Only the style is worth a header: the document names the rest within its first packet, and every byte of a header is
 * checked, copied and sent with each answer. With all of them a page from memory costs a tenth more.
 */
const isStyle = (link: string): boolean => /\bas=style\b/.test(link);

/** Seconds after which it is worth trying again, where the renderer does not say. */
const retryAfter = '30';

export interface PageToRender {
  site: SiteHost;
  /** Path and query, normalised. */
  path: string;
  /** Whether the path is not to be written down anywhere. */
  isSecret: boolean;
  /** Reads that fail when the API does. */
  read: Read;
  /** Reads of whatever copies are held: enough for the frame of a page that says that something failed. */
  heldRead: Read;
  log: FastifyBaseLogger;
}

/** Renders one page. A failure of the API is a themed 503, a defect a themed 500. */
export async function renderPage(rendering: Rendering, page: PageToRender): Promise<Made> {
  const { renderer, assets } = await rendering.current();
  const input: RenderInput = { site: page.site.rendered, path: page.path, read: page.read, assets };
  try {
    const result = await renderer.render(input);
    if (result.kind === 'page' && result.status === 503)
      page.log.warn(page.isSecret ? {} : { page: page.path.split('?', 1)[0] }, 'a page cannot be shown');
    return toMade(result, page, rendering);
  } catch (error) {
    const status = isReadFailure(error) ? error.status : 500;
    if (status === 500) page.log.error({ err: error }, 'a page could not be rendered');
    const failure = { status, message: '' };
    return toMade(await renderer.renderFailure({ ...input, read: page.heldRead }, failure), page, rendering);
  }
}

function toMade(result: RenderResult, { site, isSecret }: PageToRender, { clientFolder }: Rendering): Made {
  if (result.kind === 'redirect') return result;
  const { isSecure } = site;
  const secret = isSecret || result.secret;
  const policy = contentSecurityPolicy({
    themeStyle: result.themeStyle,
    imageHosts: result.imageHosts,
    isSecure,
    isDevelopment: clientFolder === null,
  });
  const extra: Record<string, string> = { ...result.headers };
  if (secret || result.status >= 400) extra['cache-control'] = 'no-store';
  if (result.status === 503) extra['retry-after'] ??= retryAfter;
  return {
    kind: 'document',
    status: result.status,
    ...cachePolicy({ ...result, secret }),
    // In development the next visit sees the next edit.
    ...(clientFolder === null && { store: false }),
    headers: documentHeaders({
      contentType: 'text/html; charset=utf-8',
      isSecure,
      isSecret: secret,
      policy,
      preload: result.preload.filter(isStyle),
      extra,
    }),
    write: (sink) => result.write(sink),
  };
}
