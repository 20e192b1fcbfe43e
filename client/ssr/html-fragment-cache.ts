import { LRUCache } from 'lru-cache';
import type { ReactElement, ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { HtmlFragmentCache } from '#client/core/ServerCachedElement.tsx';

/** HTML that is the same in many documents of a site, by the key of `ServerCachedElement`. */
export type ReusableHtmlCache = LRUCache<string, string>;

/**
 * Maximum length in UTF-16 code units of the cached HTML of a site in one language. A menu has one version per entry,
 * because the current entry is marked.
 */
const maxLengthPerSite = 400_000;

export const createReusableHtmlCache = (): ReusableHtmlCache =>
  new LRUCache({ maxSize: maxLengthPerSite, sizeCalculation: (html) => html.length + 1 });

/**
 * Provides the reused HTML for one document. Missing HTML is rendered after the document, because React's renders
 * cannot be nested.
 * @param createPart wraps content in the providers of the document
 */
export function createFragmentCache(
  parts: ReusableHtmlCache,
  createPart: (children: ReactNode) => ReactElement,
): HtmlFragmentCache & { renderUncachedParts: () => void } {
  const uncached = new Map<string, ReactNode>();
  return {
    find(key, children) {
      const html = parts.get(key);
      if (html === undefined) uncached.set(key, children);
      return html;
    },
    renderUncachedParts() {
      for (const [key, children] of uncached)
        parts.set(key, removeHoistedPreloads(renderToString(createPart(children))));
      uncached.clear();
    },
  };
}

/**
 * Removes the preloads of images that React writes before the HTML of a part. A document has them in its head; within a
 * part they would not match what the browser renders.
 */
const removeHoistedPreloads = (html: string): string => html.replace(/^(?:<link rel="preload"[^>]*>)+/, '');
