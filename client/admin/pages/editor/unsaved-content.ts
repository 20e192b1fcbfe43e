import { PageContent } from '#shared/pages/page-content.ts';

const keyOf = (pageId: number): string => `cuvee-unsaved-page-${pageId}`;

/**
 * Stores the unsaved content of a page in the storage of the browser tab, so that it survives a reload and the end of
 * the log-in session; null removes it. A write that the browser refuses is ignored, because the form still has the
 * content.
 */
export function storeUnsavedContent(storage: Storage, pageId: number, content: PageContent | null): void {
  try {
    if (content === null) storage.removeItem(keyOf(pageId));
    else storage.setItem(keyOf(pageId), JSON.stringify(content));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

/**
 * Reads the unsaved content of a page.
 * @returns null if there is none, or if it is not valid in this release
 */
export function readUnsavedContent(storage: Storage, pageId: number): PageContent | null {
  const text = storage.getItem(keyOf(pageId));
  if (text === null) return null;
  try {
    return PageContent.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
