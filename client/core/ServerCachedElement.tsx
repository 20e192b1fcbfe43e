import { createContext, type JSX, type ReactNode, useContext } from 'react';

/** HTML that the server renders once and reuses in other documents of the same site and language, by key. */
export interface HtmlFragmentCache {
  /**
   * Returns the HTML of a key. If there is none yet, returns undefined, and `children` are rendered for later
   * documents.
   */
  find(key: string, children: ReactNode): string | undefined;
}

/** The HTML that the server can reuse; null where everything is rendered. */
export const HtmlFragmentCacheContext = createContext<HtmlFragmentCache | null>(null);

type CachedTag = 'dialog' | 'div' | 'footer' | 'nav' | 'ul';

type CachedHtmlFragmentProps<Tag extends CachedTag> = JSX.IntrinsicElements[Tag] & {
  as: Tag;
  /** Identifies the content and everything that the content depends on, apart from the site and its language. */
  cacheKey: string;
  children: ReactNode;
};

/**
 * An element whose content is the same in many documents of a site. The server inserts its HTML instead of rendering it
 * again, and browsers hydrate it like any other HTML, because React has written it. The content must use neither
 * `useId`, whose values depend on the position in the tree, nor state that differs between visitors on the server.
 */
export function ServerCachedElement<Tag extends CachedTag>({
  as,
  cacheKey,
  children,
  ...attributes
}: CachedHtmlFragmentProps<Tag>) {
  const Element = as as 'ul';
  const own = attributes as JSX.IntrinsicElements['ul'];
  if (import.meta.env.SSR) {
    // biome-ignore lint/correctness/useHookAtTopLevel: the condition is a constant of the build
    const html = useContext(HtmlFragmentCacheContext)?.find(cacheKey, children);
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is React's own output
    if (html !== undefined) return <Element {...own} dangerouslySetInnerHTML={{ __html: html }} />;
  }
  return <Element {...own}>{children}</Element>;
}
