import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { PageContent } from '#shared/pages/page-content.ts';
import type { PageDraft, PublishedPage } from '#shared/pages/page-editing-contract.ts';
import { useQueryKeepingData } from '../../core/use-query-keeping-data.ts';
import type { PageCalls } from './page-calls.ts';
import { type PageConflict, usePageAction } from './use-page-action.ts';

type ActionState = ReturnType<typeof usePageAction>;

const isSame = (a: PageContent | null, b: PageContent | null): boolean => JSON.stringify(a) === JSON.stringify(b);

const keyOf = (pageId: number): string => `cuvee-unsaved-page-${pageId}`;

/**
 * Stores the unsaved content of a page in the storage of the browser tab, so that it survives a reload and the end of
 * the log-in session; null removes it. A write that the browser refuses is ignored, because the form still has the
 * content.
 */
function storeUnsavedContent(storage: Storage, pageId: number, content: PageContent | null): void {
  try {
    if (content === null) storage.removeItem(keyOf(pageId));
    else storage.setItem(keyOf(pageId), JSON.stringify(content));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

/** @returns null if there is none, or if it is not valid in this release */
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

/** Reads a page with its draft, and stores what the user types until it is saved, so that it survives a reload. */
export function usePageContent(id: number, calls: PageCalls) {
  const notify = useNotify();
  const [stored, setStored] = useState<Awaited<ReturnType<PageCalls['read']>> | null>(null);
  const [content, setContent] = useState<PageContent | null>(null);
  const [loadCount, setLoadCount] = useState(0);
  const saved = useRef<PageContent | null>(null);

  const show = useCallback((next: PageContent) => {
    setContent(next);
    setLoadCount((count) => count + 1);
  }, []);

  const { data, error } = useQueryKeepingData(calls.read, [calls]);
  const open = useEffectEvent((editing: Awaited<ReturnType<PageCalls['read']>>) => {
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
type PageContentState = ReturnType<typeof usePageContent>;

export function usePageEditor(id: number, calls: PageCalls) {
  const notify = useNotify();
  const page = usePageContent(id, calls);
  const action = usePageAction();
  const { stored, content, loadCount, failure, hasUnsavedChanges, change } = page;
  const { conflict, isBusy, closeConflict } = action;
  const notifySuccess = (key: string) => notify(`admin-pages.${key}`, { type: 'success' });
  return {
    content,
    stored,
    loadCount,
    failure,
    conflict,
    isBusy,
    hasUnsavedChanges,
    change,
    closeConflict,
    load: (next: PageContent) => {
      page.show(next);
      change(next);
    },
    ...createPublicationActions(page, calls, action, notifySuccess),
    ...createConflictActions(page, calls, action, notifySuccess),
  };
}

function createPublicationActions(
  page: PageContentState,
  calls: PageCalls,
  { run }: ActionState,
  notifySuccess: (key: string) => void,
) {
  const { stored } = page;
  return {
    /** @param onRefusal Receives the API's message if it refuses the time of publication. */
    save: (publishAt: string | null = stored?.draft.publishAt ?? null, onRefusal?: (message: string) => void) =>
      run(
        'save',
        async () => {
          await saveDraft(page, calls, publishAt);
          notifySuccess(publishAt ? 'scheduled' : 'saved');
        },
        onRefusal,
      ),
    publish: () =>
      run('publish', async () => {
        const draft = await saveDraft(page, calls, null);
        const answer = await calls.publishDraft(draft.revision);
        page.setPublished(answer.published, answer.draft);
        notifySuccess('published');
      }),
    discard: () =>
      run('save', async () => {
        if (!stored) return;
        const { draft } = await calls.deleteDraft(stored.draft.revision);
        page.setPublished(stored.published, draft);
        page.show(stored.published.content);
        notifySuccess('discarded');
      }),
    publishVersion: (version: number) =>
      run('publish', async () => {
        if (!stored) return;
        const { published } = await calls.publishVersion(version, stored.published.revision);
        page.setPublished(published, stored.draft);
        page.show(published.content);
        notifySuccess('published');
      }),
  };
}

function createConflictActions(
  page: PageContentState,
  calls: PageCalls,
  { run, conflict, closeConflict }: ActionState,
  notifySuccess: (key: string) => void,
) {
  return {
    /**
     * Saves the content of the editor as the draft in spite of the conflict. It replaces the draft of another user, but
     * not a page that another user has published.
     */
    overwrite: ({ action, current }: PageConflict) =>
      run('save', async () => {
        const base = action === 'save' ? { revision: current.revision } : { pageRevision: current.revision };
        await saveDraft(page, calls, page.stored?.draft.publishAt ?? null, base);
        closeConflict();
        notifySuccess('saved');
      }),
    /** Replaces the content of the editor with the version of another user. */
    takeCurrent: () =>
      run('read', async () => {
        await readCurrent(page, calls, conflict?.current.content ?? null);
        closeConflict();
      }),
  };
}
export type PageEditorState = ReturnType<typeof usePageEditor>;

/** Reads the page again. `content` is shown instead of the published content if it is not null. */
async function readCurrent(page: PageContentState, calls: PageCalls, content: PageContent | null): Promise<void> {
  const editing = await calls.read();
  page.setStored(editing);
  const next = content ?? editing.published.content;
  page.show(next);
  page.markSaved(next);
}

/** @param base Revisions that replace those from which the draft was started, after a conflict has been resolved. */
async function saveDraft(
  { stored, content, setDraft, markSaved }: PageContentState,
  calls: PageCalls,
  publishAt: string | null,
  base: Partial<Pick<PageDraft, 'revision' | 'pageRevision'>> = {},
): Promise<PageDraft> {
  if (!stored || !content) throw new Error('the page is not loaded');
  const { draft, published } = stored;
  const body = {
    revision: base.revision ?? draft.revision,
    // A draft stays based on the page revision from which it was started, until its author resolves the conflict.
    pageRevision: base.pageRevision ?? (draft.content ? draft.pageRevision : published.revision),
    publishAt,
    content,
  };
  const answer = await calls.saveDraft(body);
  setDraft(answer.draft);
  markSaved(content);
  return answer.draft;
}
