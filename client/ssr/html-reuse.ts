import { LRUCache } from 'lru-cache';
import type { ReactElement, ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { HtmlReuse } from '#client/core/ReusedHtml.tsx';

/** HTML of reused parts, by key. */
export type ReusedParts = LRUCache<string, string>;

/** Maximum length in UTF-16 code units of the HTML that is kept for a site: a menu has as many versions as entries. */
const maxLengthPerSite = 400_000;

export const createReusedParts = (): ReusedParts =>
  new LRUCache({ maxSize: maxLengthPerSite, sizeCalculation: (html) => html.length + 1 });

/**
 * Finds the cached HTML of a document's reusable parts, such as the menu, and collects the parts that are not cached yet.
 * These are rendered after the document, because React cannot render within another render.
 * @param createPart Wraps a part in the context providers of the document.
 */
export function createHtmlReuse(
  parts: ReusedParts,
  createPart: (children: ReactNode) => ReactElement,
): HtmlReuse & { renderUncachedParts: () => void } {
  const uncached = new Map<string, ReactNode>();
  return {
    find(key, children) {
      const html = parts.get(key);
      if (html === undefined) uncached.set(key, children);
      return html;
    },
    renderUncachedParts() {
      for (const [key, children] of uncached) parts.set(key, renderToString(createPart(children)));
      uncached.clear();
    },
  };
}
