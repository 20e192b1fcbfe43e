import { useCallback, useEffect, useRef, useState } from 'react';
import { HttpError, useNotify } from 'react-admin';
import type { PageContent } from '#shared/pages/page-content.ts';
import type { PageDraft, PublishedPage } from '#shared/pages/pages-contract.ts';
import { getCallFailure } from '../../core/call-admin-api.ts';
import { sessionEndedEvent } from '../../core/session.ts';
import type { EditablePage, PageCalls } from './page-calls.ts';
import { keepUnsavedContent, readUnsavedContent } from './unsaved-content.ts';

/** The draft or page that another user has saved or published since this user opened the page. */
export interface PageConflict {
  action: 'save' | 'publish';
  present: { revision: number; content: PageContent | null };
}

const isSame = (one: PageContent | null, other: PageContent | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The state of the page editor: what is stored, what was typed, and the actions of its buttons. */
export function usePageEditor(id: number, calls: PageCalls) {
  const notify = useNotify();
  const [stored, setStored] = useState<EditablePage | null>(null);
  const [content, setContent] = useState<PageContent | null>(null);
  const [loadCount, setLoadCount] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const [conflict, setConflict] = useState<PageConflict | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const saved = useRef<PageContent | null>(null);

  /** Shows other content in the editor. */
  const load = useCallback((next: PageContent) => {
    setContent(next);
    setLoadCount((count) => count + 1);
  }, []);

  useEffect(() => {
    calls.read().then(
      (editing) => {
        setStored(editing);
        saved.current = editing.draft.content ?? editing.published.content;
        const unsaved = readUnsavedContent(sessionStorage, id);
        load(unsaved ?? saved.current);
        if (unsaved && !isSame(unsaved, saved.current)) notify('admin-pages.restored', { type: 'info' });
      },
      (error: unknown) => setFailure(error instanceof Error ? error.message : ''),
    );
  }, [calls, id, load, notify]);

  const change = (next: PageContent) => {
    setContent(next);
    keepUnsavedContent(sessionStorage, id, isSame(next, saved.current) ? null : next);
  };
  const markSaved = (next: PageContent) => {
    saved.current = next;
    keepUnsavedContent(sessionStorage, id, null);
  };
  const setDraft = (draft: PageDraft) => setStored((before) => before && { ...before, draft });

  /** Runs the action of a button, and explains its failure. What was typed stays in the editor. */
  async function run(action: PageConflict['action'], work: () => Promise<void>): Promise<boolean> {
    setIsBusy(true);
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const present = getCallFailure(error).present as PageConflict['present'] | undefined;
      if (error.status === 401) window.dispatchEvent(new Event(sessionEndedEvent));
      else if (present) setConflict({ action: isDraft(present) ? 'save' : 'publish', present });
      else notify(error.message || `admin-pages.failed.${action}`, { type: 'error', autoHideDuration: 10_000 });
      return false;
    } finally {
      setIsBusy(false);
    }
  }

  async function saveDraft(publishAt: string | null, base: Partial<Pick<PageDraft, 'revision' | 'pageRevision'>> = {}) {
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

  const showPublished = (published: PublishedPage, draft: PageDraft) => {
    setStored((before) => before && { ...before, published, draft });
    markSaved(published.content);
  };

  return {
    content,
    stored,
    loadCount,
    failure,
    conflict,
    isBusy,
    hasUnsavedChanges: content !== null && !isSame(content, saved.current),
    change,
    load: (next: PageContent) => {
      load(next);
      change(next);
    },
    closeConflict: () => setConflict(null),
    save: (publishAt: string | null = stored?.draft.publishAt ?? null) =>
      run('save', async () => {
        await saveDraft(publishAt);
        notify(publishAt ? 'admin-pages.scheduled' : 'admin-pages.saved', { type: 'success' });
      }),
    publish: () =>
      run('publish', async () => {
        const draft = await saveDraft(null);
        const answer = await calls.publishDraft(draft.revision);
        showPublished(answer.published, answer.draft);
        notify('admin-pages.published', { type: 'success' });
      }),
    discard: () =>
      run('save', async () => {
        if (!stored) return;
        const { draft } = await calls.deleteDraft(stored.draft.revision);
        showPublished(stored.published, draft);
        load(stored.published.content);
        notify('admin-pages.discarded', { type: 'success' });
      }),
    publishVersion: (version: number) =>
      run('publish', async () => {
        if (!stored) return;
        const { published } = await calls.publishVersion(version, stored.published.revision);
        showPublished(published, stored.draft);
        load(published.content);
        notify('admin-pages.published', { type: 'success' });
      }),
    /** Overwrites the version of another user with the content of the editor. */
    overwrite: ({ action, present }: PageConflict) =>
      run('save', async () => {
        await saveDraft(null, action === 'save' ? { revision: present.revision } : { pageRevision: present.revision });
        setConflict(null);
        notify('admin-pages.saved', { type: 'success' });
      }),
    /** Replaces the content of the editor by the version of another user. */
    takePresent: async () => {
      const editing = await calls.read();
      setStored(editing);
      const next = conflict?.present.content ?? editing.published.content;
      load(next);
      markSaved(next);
      setConflict(null);
    },
  };
}
export type PageEditorState = ReturnType<typeof usePageEditor>;

/** Distinguishes a draft from a published page by a field that only drafts have. */
const isDraft = (present: object): boolean => 'publishAt' in present;
