import { PageContent } from '#shared/pages/page-content.ts';

const keyOf = (pageId: number): string => `cuvee-unsaved-page-${pageId}`;

/**
 * Keeps what was typed for the time of the browser tab, so that an ended session or a closed page loses nothing. A full
 * or blocked storage is ignored, because the form itself still has the content.
 */
export function keepUnsavedContent(storage: Storage, pageId: number, content: PageContent | null): void {
  try {
    if (content === null) storage.removeItem(keyOf(pageId));
    else storage.setItem(keyOf(pageId), JSON.stringify(content));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

/** Reads what was typed but not saved. @returns Null if there is none, or if another release has written it. */
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
