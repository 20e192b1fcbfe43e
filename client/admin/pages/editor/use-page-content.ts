import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import type { PageContent } from '#shared/pages/page-content.ts';
import type { PageDraft, PublishedPage } from '#shared/pages/page-editing-contract.ts';
import { useQueryKeepingData } from '../../core/use-query-keeping-data.ts';
import type { EditablePage, PageCalls } from './page-calls.ts';
import { readUnsavedContent, storeUnsavedContent } from './unsaved-content.ts';

const isSame = (a: PageContent | null, b: PageContent | null): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Reads a page with its draft, and stores what the user types until it is saved, so that it survives a reload. */
export function usePageContent(id: number, calls: PageCalls) {
  const notify = useNotify();
  const [stored, setStored] = useState<EditablePage | null>(null);
  const [content, setContent] = useState<PageContent | null>(null);
  const [loadCount, setLoadCount] = useState(0);
  const saved = useRef<PageContent | null>(null);

  /** Shows other content in the editor. */
  const show = useCallback((next: PageContent) => {
    setContent(next);
    setLoadCount((count) => count + 1);
  }, []);

  const { data, error } = useQueryKeepingData(calls.read, [calls]);
  const open = useEffectEvent((editing: EditablePage) => {
    setStored(editing);
    saved.current = editing.draft.content ?? editing.published.content;
    const unsaved = readUnsavedContent(sessionStorage, id);
    show(unsaved ?? saved.current);
    if (unsaved && !isSame(unsaved, saved.current)) notify('admin-pages.restored', { type: 'info' });
  });
  useEffect(() => {
    if (data) open(data);
  }, [data]);

  const markSaved = (next: PageContent) => {
    saved.current = next;
    storeUnsavedContent(sessionStorage, id, null);
  };
  return {
    stored,
    content,
    loadCount,
    failure: error?.message ?? null,
    hasUnsavedChanges: content !== null && !isSame(content, saved.current),
    show,
    setStored,
    markSaved,
    change: (next: PageContent) => {
      setContent(next);
      storeUnsavedContent(sessionStorage, id, isSame(next, saved.current) ? null : next);
    },
    setDraft: (draft: PageDraft) => setStored((before) => before && { ...before, draft }),
    setPublished: (published: PublishedPage, draft: PageDraft) => {
      setStored((before) => before && { ...before, published, draft });
      markSaved(published.content);
    },
  };
}
export type PageContentState = ReturnType<typeof usePageContent>;
